/** Months of content updates. The lists load this file, and so it knows nothing of the price list. */

/** Today's date in UTC, by which the database tells months apart. */
export const utcToday = () => new Date().toISOString().slice(0, 10)

/** The first day of a day's month: '2026-03-01'. */
export const monthStart = (day: string) => `${day.slice(0, 7)}-01`

/** The number of days of the month that come after this one. */
export function daysLeft(day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return lastDayOf(year, month) - date
}

/** The last day of a month, which counts from 1. */
export const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

export function sayDaysLeft(day: string): string {
  const days = daysLeft(day)
  if (days === 0) return 'the last day'
  return days === 1 ? '1 day left' : `${days} days left`
}

/** The statuses of clients whom the agency works for or will work for; completed, paused and inactive clients expect no updates. */
const currentStatuses = ['prospect', 'active']
const CURRENT = ['prospect_status.is.null', ...currentStatuses.map((status) => `prospect_status.eq.${status}`)].join()

/** Whether the agency works or will work for a client of this status; one without a status counts as a prospect. */
export const isCurrent = (status: string | null) => currentStatuses.includes(status ?? 'prospect')

/** Narrows a query of clients to those with a plan who have had no content update in the month of this day. */
export const withNothingYet = <Query extends { or: (filters: string) => Query }>(clients: Query, today: string) =>
  clients
    .or('plan.not.is.null')
    .or(CURRENT)
    .or(`plan_since.is.null,plan_since.lte.${today}`)
    .or(`last_content_update_at.is.null,last_content_update_at.lt.${monthStart(today)}T00:00:00Z`)
