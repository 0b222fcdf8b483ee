import type { Transaction } from '../database/database.ts'
import type { ReadPlan } from './plan/plan.ts'
import { explainStatement } from './sql/statement.ts'

type Explained = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }

/**
 * The total for count=planned and count=estimated: what was counted as long as that is all, else what the planner
 * expects (rest.md §10).
 */
export async function expectedRows(
  tx: Transaction,
  plan: ReadPlan,
  counted: string | null,
  maxRows: number,
): Promise<string> {
  if (counted !== null && Number(counted) <= maxRows) return counted
  const { text, values } = explainStatement(plan)
  const [explained] = await tx.query<Explained>(text, values)
  const expected = explained?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
  return String(Math.max(expected, Number(counted ?? 0)))
}
