import { contentUpdatesPerMonth, type PlanName, planNames } from '../agency.ts'

/** The plans that a client had within a month, the latest first, and how many content updates counted in it. */
export type PlanMonth = { plans: readonly string[]; counted: number }

/**
 * The content updates that the plans of a month include: the larger number where a plan was changed, null where a plan
 * includes as many as the client wants, and undefined where no plan of the price list is known.
 */
function includedIn({ plans }: PlanMonth): number | null | undefined {
  const included = planNames.filter((name) => plans.includes(name)).map(numberOf)
  const numbers = included.filter((number) => number !== null)
  if (numbers.length < included.length) return null
  return numbers.length === 0 ? undefined : Math.max(...numbers)
}

const numberOf = (plan: PlanName): number | null => contentUpdatesPerMonth[plan]

/** '2 of 4 content updates', or without a number to keep to '7 content updates'. */
export function sayCounted(month: PlanMonth): string {
  const included = includedIn(month)
  const counted = included == null ? `${month.counted}` : `${month.counted} of ${included}`
  return `${counted} ${(included ?? month.counted) === 1 ? 'content update' : 'content updates'}`
}

/** Whether the plan includes a number of content updates, of which some may be left. */
export const hasNumber = (month: PlanMonth) => typeof includedIn(month) === 'number'

/** Whether more counted than the plan includes. */
export function isOver(month: PlanMonth): boolean {
  const included = includedIn(month)
  return typeof included === 'number' && month.counted > included
}
