import type { Range, SelectColumn } from '../parse/query.ts'
import type { Embed, ReadFrom, ReadPlan } from '../plan/plan.ts'
import { isToOne } from '../schema/schema.ts'
import { conditionSql, joinedExists } from './conditions.ts'
import { fieldSql, nameOfPath, type Scope } from './fields.ts'
import { joinConditions } from './joins.ts'
import { qualified, quote, type Values } from './sql.ts'

/** The query of a plan with everything embedded; in `parent`, as the side of a join. */
export function readSql(plan: ReadPlan, values: Values, parent?: { embed: Embed; reference: string }): string {
  const scope = scopeOf(plan)
  const joins = plan.embeds.map((embed) => joinSql(embed, scope.reference, values))
  const conditions = plan.where.map((condition) =>
    conditionSql(condition, { ...scope, embeds: plan.embeds, exists: joinedExists }, values),
  )
  if (parent) conditions.push(...joinConditions(parent.embed, parent.reference, scope.reference))
  return [
    `SELECT ${selectSql(plan, scope, values)} FROM ${fromSql(plan.from, parent)}`,
    ...joins,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join(' AND ')}`] : []),
    ...orderSql(plan, scope, values),
    ...rangeSql(plan.range, values),
  ].join(' ')
}

export const scopeOf = ({ from, table }: ReadPlan): Scope => ({
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

/** The whole row; `schema.table` alone would be a column of a table called `schema`. */
const rowOf = (reference: string) => (reference.includes('.') ? `(${reference}.*)` : reference)

function selectSql({ columns, embeds }: ReadPlan, scope: Scope, values: Values): string {
  const selected = [...columns.map((column) => columnSql(column, scope, values)), ...embeds.flatMap(embedSelects)]
  // A plan that selects nothing still joins, and its rows are tested for null.
  return selected.length > 0 ? selected.join(', ') : `${scope.reference}.*`
}

function columnSql({ field, cast, alias }: SelectColumn, scope: Scope, values: Values): string {
  const value = fieldSql(field, scope, values)
  const name = alias ?? nameOfPath(field)
  // The type goes in as it is, since quoted `int` would be no type: the parser lets only letters and digits pass.
  const shown = cast === undefined ? value : `CAST(${value} AS ${cast})`
  return name === undefined ? shown : `${shown} AS ${quote(name)}`
}

function embedSelects(embed: Embed): string[] {
  const { alias, name, hidden, spread, relationship } = embed
  if (hidden) return []
  if (spread)
    return spreadNames(embed).map((column) =>
      column === '*' ? `${quote(alias)}.*` : `${quote(alias)}.${quote(column)}`,
    )
  return isToOne(relationship)
    ? [`row_to_json(${quote(alias)}.*)::jsonb AS ${quote(name)}`]
    : [`COALESCE(${quote(alias)}.${quote(alias)}, '[]') AS ${quote(name)}`]
}

/** The names of the columns that a spread resource adds to its parent. */
function spreadNames({ plan, relationship }: Embed): string[] {
  const names = [
    ...plan.columns.flatMap((column) => namesOf(column, plan, !isToOne(relationship))),
    ...plan.embeds.flatMap((embed) => (embed.hidden ? [] : embed.spread ? spreadNames(embed) : [embed.name])),
  ]
  return names
}

/** Of many rows each column becomes a list of its own, so `*` has to be spelled out. */
function namesOf({ alias, field }: SelectColumn, { table }: ReadPlan, spellOut: boolean): string[] {
  if (field.name === '*' && spellOut && table) return [...table.columns.keys()]
  return [alias ?? nameOfPath(field) ?? field.name]
}

function joinSql(embed: Embed, reference: string, values: Values): string {
  const alias = quote(embed.alias)
  const join = embed.inner ? 'INNER JOIN LATERAL' : 'LEFT JOIN LATERAL'
  if (isToOne(embed.relationship))
    return `${join} (${readSql(embed.plan, values, { embed, reference })}) AS ${alias} ON TRUE`
  const on = embed.inner ? `${alias} IS NOT NULL` : 'TRUE'
  return `${join} (${manySql(embed, reference, values)}) AS ${alias} ON ${on}`
}

/** All rows as one value, called like the join itself; of a spread resource also each column as a list. */
function manySql(embed: Embed, reference: string, values: Values): string {
  const alias = quote(embed.alias)
  const lists = embed.spread
    ? spreadNames(embed).map((name) => `, COALESCE(json_agg(${alias}.${quote(name)}), '[]')::jsonb AS ${quote(name)}`)
    : []
  const rows = readSql(embed.plan, values, { embed, reference })
  return `SELECT json_agg(${alias})::jsonb AS ${alias}${lists.join('')} FROM (${rows}) AS ${alias}`
}

function orderSql({ order, embeds }: ReadPlan, scope: Scope, values: Values): string[] {
  if (order.length === 0) return []
  const terms = order.map(({ field, relation, direction, nulls }) => {
    const embed = embeds.find(({ name }) => name === relation)
    const of = embed ? { reference: quote(embed.alias), table: embed.plan.table } : scope
    return [fieldSql(field, of, values), direction, nulls].filter((part) => part !== undefined).join(' ')
  })
  return [`ORDER BY ${terms.join(', ')}`]
}

function rangeSql({ limit, offset }: Range, values: Values): string[] {
  const parts: string[] = []
  if (limit !== undefined) parts.push(`LIMIT ${values.bind(String(limit))}`)
  if (offset > 0) parts.push(`OFFSET ${values.bind(String(offset))}`)
  return parts
}
