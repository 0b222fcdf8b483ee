import { utcToday } from '../plan/month.ts'

/** The first day of this month in UTC: '2026-11-01'. */
export const currentMonth = () => `${utcToday().slice(0, 7)}-01`

/** The first day of the month before: '2026-10-01'. */
export function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 10)
}

/** The day of a month on which the one before is mailed by itself. */
const MAILING_DAY = 3

/** The first month that is mailed by itself if that is turned on today: the last one, until the day on which it is mailed. */
export const firstByItself = (today: string) =>
  Number(today.slice(8, 10)) <= MAILING_DAY ? monthBefore(today) : `${today.slice(0, 7)}-01`

/** The first day of the month that an address names ('2026-11'); undefined for anything else. */
export const monthInAddress = (typed: string | null) =>
  typed !== null && /^2\d{3}-(0[1-9]|1[0-2])$/.test(typed) ? `${typed}-01` : undefined
