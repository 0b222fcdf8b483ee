/** The reader's current date without a time: '2026-03-04'. Formatting by locale takes too long for a list of days. */
export function today(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** Whether a date needs no year: it is in the same year as today, or at most six months away. */
export const isNear = (day: string, today: string) =>
  day.slice(0, 4) === today.slice(0, 4) || Math.abs(inMonths(day) - inMonths(today)) <= 6

function inMonths(day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return year * 12 + month + date / 31
}

/** Adds days to a date: '2026-03-04' and 7 give '2026-03-11'. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
