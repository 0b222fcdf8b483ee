import type { Transaction } from '../database/database.ts'
import type { ReadPlan } from './plan/plan.ts'
import { type Count, explainStatement, type ResultRow } from './sql/statement.ts'

type Explained = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }

/**
 * The total for count=planned and count=estimated: the counted rows where that is all of them, else the planner's
 * estimate (docs/wire/rest.md#prefer). The planner's statistics include rows that row security hides, so only callers
 * who see all rows get an estimate; others get the counted total, and beyond that none.
 */
export async function estimatedCount(
  tx: Transaction,
  plan: ReadPlan,
  { total, sees_whole }: ResultRow,
  count: Count,
): Promise<string | null> {
  if (!sees_whole) return total
  const counted = count.kind === 'estimated' ? Number(total ?? count.upTo + 1) : 0
  if (count.kind === 'estimated' && counted <= count.upTo) return total
  const { text, values } = explainStatement(plan)
  const [explained] = await tx.query<Explained>(text, values)
  const expected = explained?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
  return String(Math.max(expected, counted))
}
