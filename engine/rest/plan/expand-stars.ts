import { restErrors } from '../errors.ts'
import type { SelectColumn } from '../parse/query.ts'
import { isToOne, type Table } from '../schema/schema-types.ts'
import { aggregates, type ReadPlan } from './plan.ts'

/**
 * Replaces `*` by the table's columns where Postgres needs them one by one: beside an aggregate, which groups by them,
 * where each becomes a list, and where a column has its own representation. `grouped` says that the parent, into which
 * this plan is spread, has an aggregate.
 */
export function expandStars(plan: ReadPlan, grouped = false): ReadPlan {
  const isGrouped = grouped || aggregates(plan)
  const embeds = plan.embeds.map((embed) => {
    if (!embed.spread) return { ...embed, plan: expandStars(embed.plan) }
    if (isToOne(embed.relationship)) return { ...embed, plan: expandStars(embed.plan, isGrouped) }
    if (aggregates(embed.plan)) throw restErrors.notImplemented(NOT_IN_LISTS)
    return { ...embed, plan: expandStars(embed.plan, true) }
  })
  const { table } = plan
  const isSpelledOut = table && (isGrouped || hasRepresentations(table))
  const columns = isSpelledOut ? plan.columns.flatMap((column) => expanded(column, table)) : plan.columns
  return { ...plan, columns, embeds }
}

const hasRepresentations = ({ columns }: Table) =>
  columns.values().some(({ representation }) => representation?.toJson !== undefined)

const NOT_IN_LISTS = 'Aggregates are not implemented for one-to-many or many-to-many spreads.'

const expanded = (column: SelectColumn, { columns }: Table): SelectColumn[] =>
  column.field.name === '*' && column.aggregate === undefined
    ? [...columns.keys()].map((name) => ({ kind: 'column', field: { name, path: [] } }))
    : [column]
