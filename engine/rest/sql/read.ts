import type { Range, SelectColumn } from '../parse/query.ts'
import { aggregates, type Embed, namesUsedAtRoot, type ReadFrom, type ReadPlan, testedEmbeds } from '../plan/plan.ts'
import { isToOne } from '../schema/schema-types.ts'
import { type ColumnScope, fieldSql } from './column-values.ts'
import { conditionSql, joinedExists } from './conditions.ts'
import { joinConditions } from './joins.ts'
import { qualified, quote, rowsLiteral, type Values, whereSql } from './quoting.ts'
import { groupSql, namesOf, selectSql } from './select.ts'

/** The query of a plan with everything embedded; with `parent`, as the lateral side of a join. */
export function readSql(plan: ReadPlan, values: Values, parent?: { embed: Embed; reference: string }): string {
  if (!parent && plan.embeds.length > 0 && mayEmbedAfterPaging(plan))
    return pagedSql(plan, pageSql(plan, values), values)
  const scope = scopeOf(plan)
  // A spread resource selects plain values, which the parent aggregates.
  const aggregated = !parent?.embed.spread
  const selected = selectSql(plan, scope, values, { aggregated })
  const joins = plan.embeds.map((embed) => joinSql(embed, scope.reference, values))
  const conditions = plan.where.map((condition) =>
    conditionSql(condition, { ...scope, embeds: plan.embeds, exists: joinedExists }, values),
  )
  if (parent) conditions.push(...joinConditions(parent.embed, parent.reference, scope.reference))
  return `
    SELECT ${selected}
    FROM ${fromSql(plan.from, parent)}
    ${joins.join(' ')}
    ${whereSql(conditions)}
    ${aggregated ? groupSql(plan) : ''}
    ${orderSql(plan, scope, values)}
    ${rangeSql(plan.range, values)}`
}

/**
 * Cuts out the page before embedding into its rows. Otherwise the planner may join a whole table, sort it and throw all
 * but fifty rows away.
 */
function pageSql(plan: ReadPlan, values: Values): string {
  const names = new Set(namesUsedAtRoot(plan, false))
  const columns = [...(names.has('*') ? ['*'] : names)].map(wholeColumn)
  return readSql({ ...plan, columns, embeds: [] }, values)
}

/** Embeds into the rows of `page`, which have every column that the plan uses. */
export function pagedSql(plan: ReadPlan, page: string, values: Values): string {
  const scope = { reference: PAGE, table: plan.table }
  return `
    SELECT ${selectSql(plan, scope, values, { aggregated: true })}
    FROM (${page}) AS ${PAGE}
    ${plan.embeds.map((embed) => joinSql(embed, PAGE, values)).join(' ')}
    ${orderSql(plan, scope, values)}`
}

const PAGE = quote('pgrst_page')
const wholeColumn = (name: string): SelectColumn => ({ kind: 'column', field: { name, path: [] } })

/** Whether the rows of the page and their order do not depend on the embedded resources. */
export function mayEmbedAfterPaging(plan: ReadPlan): boolean {
  const { from, table, embeds, order, range, where } = plan
  if (from.kind !== 'relation' || !table || aggregates(plan)) return false
  if (range.limit === undefined && range.offset === 0) return false
  if (embeds.some((embed) => embed.inner || mayRepeatParentRows(embed))) return false
  if (order.some(({ relation }) => relation !== undefined)) return false
  if (where.some((condition) => testedEmbeds(condition, embeds).length > 0)) return false
  // A computed column exists only for the table's own row type, not for the subquery of the page.
  return namesUsedAtRoot(plan, false).every((name) => name === '*' || table.columns.has(name))
}

/**
 * Whether an embedded resource may repeat a parent's row, which a limit would count: a to-one relationship of a
 * function or view, at any depth, may return several rows.
 */
const mayRepeatParentRows = ({ relationship, plan }: Embed): boolean =>
  relationship.kind === 'computed' ||
  (isToOne(relationship) && (relationship.toIsView || plan.embeds.some(mayRepeatParentRows)))

export const scopeOf = ({ from, table }: ReadPlan): ColumnScope => ({
  reference: from.kind === 'relation' && from.alias === undefined ? qualified(from.name) : quote(from.alias ?? ''),
  table,
})

export function fromSql(from: ReadFrom, parent?: { embed: Embed; reference: string }): string {
  if (from.kind === 'source') return `pgrst_source AS ${quote(from.alias)}`
  if (from.kind === 'computed') {
    return `${qualified(from.function)}(${rowOf(parent?.reference ?? '')}::${qualified(from.of)}) AS ${quote(from.alias)}`
  }
  const relation = from.alias === undefined ? qualified(from.name) : `${qualified(from.name)} AS ${quote(from.alias)}`
  if (parent?.embed.relationship.kind !== 'many-to-many') return relation
  return `${relation}, ${qualified(parent.embed.relationship.junction)} AS ${quote(parent.embed.junctionAlias)}`
}

/** The whole row; the bare reference could also be a column of that name. */
const rowOf = (reference: string) => `(${reference}.*)`

function joinSql(embed: Embed, reference: string, values: Values): string {
  const alias = quote(embed.alias)
  const join = embed.inner ? 'INNER JOIN LATERAL' : 'LEFT JOIN LATERAL'
  if (isToOne(embed.relationship))
    return `${join} (${readSql(embed.plan, values, { embed, reference })}) AS ${alias} ON TRUE`
  const on = embed.inner ? `${alias} IS NOT NULL` : 'TRUE'
  return `${join} (${manySql(embed, reference, values)}) AS ${alias} ON ${on}`
}

/** All rows as one JSON value, named like the join; of a spread resource each column as a list. */
function manySql(embed: Embed, reference: string, values: Values): string {
  const alias = quote(embed.alias)
  const lists = embed.spread
    ? namesOf(embed.plan).map((name) => `, COALESCE(jsonb_agg(${alias}.${quote(name)}), '[]') AS ${quote(name)}`)
    : []
  const rows = readSql(embed.plan, values, { embed, reference })
  return `SELECT jsonb_agg(${alias}) AS ${alias}${lists.join('')} FROM (${rows}) AS ${alias}`
}

export function orderSql({ order, embeds }: ReadPlan, scope: ColumnScope, values: Values): string {
  if (order.length === 0) return ''
  const terms = order.map(({ field, relation, direction, nulls }) => {
    const embed = embeds.find(({ name }) => name === relation)
    const of = embed ? { reference: quote(embed.alias), table: embed.plan.table } : scope
    return [fieldSql(field, of, values), direction, nulls].filter((part) => part !== undefined).join(' ')
  })
  return `ORDER BY ${terms.join(', ')}`
}

export function rangeSql({ limit, offset }: Range, values: Values): string {
  const most = limit === undefined ? '' : `LIMIT ${rowsLiteral(limit, values)}`
  const from = offset === 0 ? '' : `OFFSET ${values.bind(String(offset))}`
  return `${most} ${from}`
}
