import type { Embed, ReadPlan } from '../plan/plan.ts'
import { conditionSql } from './conditions.ts'
import { joinConditions } from './joins.ts'
import { fromSql, scopeOf } from './read.ts'
import type { Values } from './sql.ts'

/**
 * One row for each row of the root, without a limit. It joins nothing: that an `!inner` resource or a null filter
 * finds something is asked by EXISTS.
 */
export function countSql(plan: ReadPlan, values: Values, parent?: { embed: Embed; reference: string }): string {
  const scope = scopeOf(plan)
  const exists = (embed: Embed) => `EXISTS (${countSql(embed.plan, values, { embed, reference: scope.reference })})`
  const conditions = [
    ...plan.where.map((condition) => conditionSql(condition, { ...scope, embeds: plan.embeds, exists }, values)),
    ...(parent ? joinConditions(parent.embed, parent.reference, scope.reference) : []),
    ...plan.embeds.filter(({ inner }) => inner).map(exists),
  ]
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
  return `SELECT 1 FROM ${fromSql(plan.from, parent)}${where}`
}
