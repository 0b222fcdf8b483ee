import type { Transaction } from '../database/database.ts'
import type { ReadPlan } from './plan/plan.ts'
import { type Count, explainStatement, type ResultRow } from './sql/statement.ts'

type Explained = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }

/**
 * The total for count=planned and count=estimated: what was counted as long as that is all, else what the planner
 * expects (docs/wire/rest.md#prefer). Its statistics know rows that row security hides, so it is asked only for those
 * who see all of them; for others the total is what was counted, and beyond that unknown.
 */
export async function expectedRows(
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
