import type { Transaction } from '../../database/database.ts'
import { keyOf, type Name } from './schema.ts'

/** For each view, by `keyOf`: which of its columns show a base table's column as it is, as `table column` → names. */
export type ViewColumns = { view: Name; shows: ReadonlyMap<string, readonly string[]> }

export const shownColumn = (table: Name, column: string) => `${keyOf(table.schema, table.name)}\0${column}`

type RelationRow = {
  oid: string
  schema: string
  name: string
  /** The view's query as Postgres stores it; null for a table. */
  rule: string | null
  columns: Record<string, string>
}

type Relation = RelationRow & { targets: readonly Target[] }

/** Traces the columns of the schemas' views to the tables they come from, through views on views. */
export async function loadViewColumns(tx: Transaction, schemas: readonly string[]): Promise<ViewColumns[]> {
  const rows = await tx.query<RelationRow>(RELATIONS)
  const relations = new Map(
    rows.map((row): [string, Relation] => [
      row.oid,
      { ...row, targets: row.rule === null ? [] : readTargets(row.rule) },
    ]),
  )
  return rows
    .filter(({ rule, schema }) => rule !== null && schemas.includes(schema))
    .map((view) => ({ view: { schema: view.schema, name: view.name }, shows: trace(view.oid, relations) }))
}

function trace(view: string, relations: ReadonlyMap<string, Relation>): Map<string, string[]> {
  const shows = new Map<string, string[]>()
  const { targets = [], columns = {} } = relations.get(view) ?? {}
  for (const target of targets) {
    const origin = originOf(target, relations)
    const name = columns[target.number]
    if (!origin || name === undefined) continue
    const key = shownColumn(origin.table, origin.column)
    shows.set(key, [...(shows.get(key) ?? []), name])
  }
  return shows
}

function originOf(
  target: Target,
  relations: ReadonlyMap<string, Relation>,
): { table: Name; column: string } | undefined {
  const relation = relations.get(target.originTable)
  if (!relation) return undefined
  if (relation.rule === null) {
    const column = relation.columns[target.originColumn]
    return column === undefined ? undefined : { table: relation, column }
  }
  const beneath = relation.targets.find(({ number }) => number === target.originColumn)
  return beneath && originOf(beneath, relations)
}

/** One column of a query: its number, and the relation and column number it shows; `0` where it is computed. */
type Target = { number: string; originTable: string; originColumn: string }

const TARGET = /:resno (\d+) .*?:resorigtbl (\d+) :resorigcol (\d+)/s

/**
 * Reads the targets of the outermost query from Postgres' own text form of a parsed query, in which nodes stand in
 * braces, lists in parentheses, and a backslash keeps the next character from meaning anything.
 */
export function readTargets(rule: string): Target[] {
  const list = sectionAfter(rule, ':targetList ')
  if (list === undefined) return []
  return nodesOf(list).flatMap((node) => {
    const [, number, originTable, originColumn] = TARGET.exec(withoutInnerNodes(node)) ?? []
    const found = number !== undefined && originTable !== undefined && originColumn !== undefined
    return found && originTable !== '0' ? [{ number, originTable, originColumn }] : []
  })
}

/** The list that belongs to a field of the outermost query, which is one brace deep. */
function sectionAfter(rule: string, field: string): string | undefined {
  let depth = 0
  for (let at = 0; at < rule.length; at++) {
    const char = rule[at]
    if (char === '\\') at++
    else if (char === '{') depth++
    else if (char === '}') depth--
    else if (char === ':' && depth === 1 && rule.startsWith(field, at)) return rule.slice(at + field.length)
  }
  return undefined
}

/** The nodes of a list `({…} {…})`. */
function nodesOf(list: string): string[] {
  const nodes: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < list.length; at++) {
    const char = list[at]
    if (char === '\\') at++
    else if (char === ')' && depth === 0) break
    else if (char === '{' && depth++ === 0) start = at
    else if (char === '}' && --depth === 0) nodes.push(list.slice(start + 1, at))
  }
  return nodes
}

function withoutInnerNodes(node: string): string {
  let depth = 0
  let text = ''
  for (let at = 0; at < node.length; at++) {
    const char = node[at]
    if (char === '\\') at++
    else if (char === '{') depth++
    else if (char === '}') depth--
    else if (depth === 0) text += char
  }
  return text
}

const RELATIONS = `
select
  c.oid::text as oid,
  n.nspname as schema,
  c.relname as name,
  r.ev_action::text as rule,
  (
    select json_object_agg(a.attnum, a.attname)
    from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ) as columns
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
left join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
where c.relkind in ('r', 'v', 'm', 'p', 'f')
  and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%'`
