/** The day it is for the reader, as a date without a time: '2026-03-04'. Swedes write it like that. */
export const today = () => new Date().toLocaleDateString('sv-SE')

/** The day so many days later: '2026-03-04' and 7 are '2026-03-11'. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
