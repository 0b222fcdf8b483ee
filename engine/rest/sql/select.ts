import { type Aggregate, aggregates, type SelectColumn } from '../parse/query.ts'
import type { Embed, ReadPlan } from '../plan/plan.ts'
import { isToOne } from '../schema/schema-types.ts'
import { type ColumnScope, fieldSql, nameOfPath, representationOf } from './column-values.ts'
import { quote, type Values } from './quoting.ts'
import { typeSql } from './type-name.ts'

/** One selected item: its name in the response, and the aggregate applied to a group's values. */
type Item = { name: string; aggregate?: Aggregate | undefined; aggregateCast?: string | undefined }

/**
 * The list after SELECT. Without `aggregated`, the operands of aggregates are selected instead, each under a name that
 * the query into which the rows are spread knows.
 */
export function selectSql(plan: ReadPlan, scope: ColumnScope, values: Values, how: { aggregated: boolean }): string {
  const { columns, embeds } = plan
  const sources = [
    ...columns.map((column) => valueSql(column, scope, values, how.aggregated)),
    ...embeds.flatMap(embedValues),
  ]
  const items = itemsOf(plan)
  const selected = items.map((item, at) => itemSql(item, sources[at] ?? 'NULL', at, how.aggregated))
  // A plan that selects nothing is still joined, and its rows are tested for null.
  return selected.length > 0 ? selected.join(', ') : `${scope.reference}.*`
}

/** Groups by position in the list, since Postgres never recognizes two expressions with bound values as equal. */
export function groupSql(plan: ReadPlan): string {
  const items = itemsOf(plan)
  if (items.every(({ aggregate }) => aggregate === undefined)) return ''
  const places = items.flatMap(({ aggregate }, at) => (aggregate === undefined ? [at + 1] : []))
  return places.length > 0 ? `GROUP BY ${places.join(', ')}` : ''
}

/** The output names of a plan's items. */
export const namesOf = (plan: ReadPlan): string[] => itemsOf(plan).map(({ name }) => name)

const itemsOf = ({ columns, embeds }: ReadPlan): Item[] => [
  ...columns.map(({ field, alias, aggregate, aggregateCast }) => ({
    name: alias ?? aggregate ?? nameOfPath(field) ?? field.name,
    aggregate,
    aggregateCast,
  })),
  ...embeds.flatMap(({ plan, name, hidden, spread, relationship }): Item[] => {
    if (hidden) return []
    if (!spread) return [{ name }]
    return isToOne(relationship) ? itemsOf(plan) : namesOf(plan).map((one) => ({ name: one }))
  }),
]

function itemSql({ name, aggregate, aggregateCast }: Item, value: string, at: number, aggregated: boolean): string {
  if (name === '*') return value
  if (aggregate === undefined) return value.endsWith(`.${quote(name)}`) ? value : `${value} AS ${quote(name)}`
  if (!aggregated) return `${value} AS ${operandName(at)}`
  return `${castSql(`${aggregates[aggregate]}(${value})`, aggregateCast)} AS ${quote(name)}`
}

const operandName = (at: number) => quote(`pgrst_operand_${at}`)

function valueSql(
  { field, cast, aggregate }: SelectColumn,
  scope: ColumnScope,
  values: Values,
  aggregated: boolean,
): string {
  if (field.name !== '*' || aggregate === undefined) {
    const value = fieldSql(field, scope, values)
    // A cast applies to the value itself, not to its representation.
    const toJson = aggregate === undefined && cast === undefined ? representationOf(field, scope)?.toJson : undefined
    return castSql(toJson === undefined ? value : `${toJson}(${value})`, cast)
  }
  // Selects the row for a later count, because rows without a match in the join must not be counted.
  return aggregated ? '*' : scope.reference
}

const castSql = (value: string, cast: string | undefined) =>
  cast === undefined ? value : `CAST(${value} AS ${typeSql(cast)})`

function embedValues(embed: Embed): string[] {
  if (embed.hidden) return []
  const alias = quote(embed.alias)
  if (embed.spread && isToOne(embed.relationship)) {
    return itemsOf(embed.plan).map(({ name, aggregate }, at) =>
      name === '*' ? `${alias}.*` : `${alias}.${aggregate === undefined ? quote(name) : operandName(at)}`,
    )
  }
  if (embed.spread) return namesOf(embed.plan).map((name) => `${alias}.${quote(name)}`)
  return [isToOne(embed.relationship) ? `to_jsonb(${alias}.*)` : `COALESCE(${alias}.${alias}, '[]')`]
}
