import { aggregates, type Embed, type ReadPlan } from '../plan/plan.ts'
import { conditionSql } from './conditions.ts'
import { joinConditions } from './joins.ts'
import { type Values, whereSql } from './quoting.ts'
import { fromSql, readSql, scopeOf } from './read.ts'

/**
 * One row for each row or group of the root, without a limit. It joins nothing, except for groups: `!inner` and null
 * filters become EXISTS.
 */
export function countSql(plan: ReadPlan, values: Values, parent?: { embed: Embed; reference: string }): string {
  if (!parent && aggregates(plan)) return readSql({ ...plan, order: [], range: { offset: 0 } }, values)
  const scope = scopeOf(plan)
  const exists = (embed: Embed) => `EXISTS (${countSql(embed.plan, values, { embed, reference: scope.reference })})`
  const conditions = [
    ...plan.where.map((condition) => conditionSql(condition, { ...scope, embeds: plan.embeds, exists }, values)),
    ...(parent ? joinConditions(parent.embed, parent.reference, scope.reference) : []),
    ...plan.embeds.filter(({ inner }) => inner).map(exists),
  ]
  return `SELECT 1 FROM ${fromSql(plan.from, parent)} ${whereSql(conditions)}`
}
