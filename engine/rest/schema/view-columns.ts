import type { Transaction } from '../../database/database.ts'
import { keyOf, type Name } from './schema-types.ts'

/**
 * For each view: which of its columns show a base table's column unchanged, as `table column` → names. Tables are keyed
 * by `keyOf`.
 */
export type ViewColumns = { view: Name; shows: ReadonlyMap<string, readonly string[]> }

export const shownColumn = (table: Name, column: string) => `${keyOf(table.schema, table.name)}\0${column}`

/** A table or view as the catalogue describes it. */
type RelationRow = {
  oid: string
  schema: string
  name: string
  /** The view's query as Postgres stores it; null for a table. */
  rule: string | null
  columns: Record<string, string>
}

type Relation = RelationRow & { targets: ReadonlyMap<string, Target> }

/** Traces the columns of the schemas' views to their base tables, through views on views. */
export async function loadViewColumns(tx: Transaction, schemas: readonly string[]): Promise<ViewColumns[]> {
  const rows = await tx.query<RelationRow>(RELATIONS)
  const trace = columnTracer(rows)
  return rows
    .filter(({ rule, schema }) => rule !== null && schemas.includes(schema))
    .map(({ oid, schema, name }) => ({ view: { schema, name }, shows: trace(oid) }))
}

/** For a view: which column of which table it shows, and under which names. */
export function columnTracer(rows: readonly RelationRow[]): (view: string) => Map<string, string[]> {
  const relations = new Map(rows.map((row) => [row.oid, withTargets(row)]))
  const originOf = originFinder(relations)
  return (view) => {
    const shows = new Map<string, string[]>()
    const relation = relations.get(view)
    for (const target of relation?.targets.values() ?? []) {
      const origin = originOf(target)
      const name = relation?.columns[target.number]
      if (origin !== undefined && name !== undefined) shows.set(origin, [...(shows.get(origin) ?? []), name])
    }
    return shows
  }
}

const withTargets = (row: RelationRow): Relation => ({
  ...row,
  targets: new Map(row.rule === null ? [] : readTargets(row.rule).map((target) => [target.number, target])),
})

/**
 * Finds the base column of a view's column, memoizing each step from view to view. A view can select from itself
 * directly or through others; a column on such a cycle has no origin.
 */
function originFinder(relations: ReadonlyMap<string, Relation>): (target: Target) => string | undefined {
  const known = new Map<string, string | undefined>()
  return (target) => {
    const passed: string[] = []
    let origin: string | undefined
    for (let next: Target | undefined = target; next; ) {
      const { originTable, originColumn }: Target = next
      const place = `${originTable} ${originColumn}`
      if (known.has(place)) {
        origin = known.get(place)
        break
      }
      // Marked as without origin until resolved, which ends the recursion on a cycle.
      known.set(place, undefined)
      passed.push(place)
      const relation = relations.get(originTable)
      next = relation?.targets.get(originColumn)
      const column = relation?.rule === null ? relation.columns[originColumn] : undefined
      if (relation && column !== undefined) origin = shownColumn(relation, column)
    }
    for (const place of passed) known.set(place, origin)
    return origin
  }
}

/** One column of a query: its number, and the relation and column number that it shows; `0` where it is computed. */
type Target = { number: string; originTable: string; originColumn: string }

const TARGET = /:resno (\d+) .*?:resorigtbl (\d+) :resorigcol (\d+)/s

/**
 * Reads the target list of the outermost query from Postgres' text form of a parsed query, which has nodes in braces,
 * lists in parentheses, and backslash escapes.
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

/** The list that belongs to a field of the outermost query, at a depth of one brace. */
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
  coalesce((
    select json_object_agg(a.attnum, a.attname)
    from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ), '{}') as columns
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
left join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
where c.relkind in ('r', 'v', 'm', 'p', 'f')
  and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%'`
