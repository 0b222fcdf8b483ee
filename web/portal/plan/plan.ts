import { planNames } from '../../agency.ts'
import type { Client } from '../../lib/row-types.ts'
import { terms } from '../../lib/terms.ts'
import { lastDayOf } from './month.ts'

/** A client's plan, by its name, and its first day. */
export type ClientPlan = Pick<Client, 'plan' | 'plan_since'>

/**
 * The first day on which the terms let a client take a smaller plan. Undefined where no plan is smaller, the plan or its
 * first day is not known, or the day has come.
 */
export function downgradeFrom({ plan, plan_since }: ClientPlan, today: string): string | undefined {
  if (plan_since === null || sizeOf(plan) <= 0) return undefined
  const day = addMonths(plan_since, terms.downgradeAfterMonths)
  return day > today ? day : undefined
}

/** Whether one plan is smaller than another; a plan that the price list does not have is not compared. */
export const isSmaller = (plan: string, than: string | null) => sizeOf(plan) >= 0 && sizeOf(plan) < sizeOf(than)

/** The place of a plan in the price list, which begins with the smallest one; -1 for an unknown plan. */
const sizeOf = (plan: string | null) => pricedPlans.indexOf(plan)
const pricedPlans: readonly (string | null)[] = planNames

/** Adds months to a date; the 31st is followed by the last day of a shorter month. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  first.setUTCDate(Math.min(date, lastDayOf(first.getUTCFullYear(), first.getUTCMonth() + 1)))
  return first.toISOString().slice(0, 10)
}
