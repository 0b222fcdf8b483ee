/** The reader's current date without a time: '2026-03-04', the format of the Swedish locale. */
export const today = () => new Date().toLocaleDateString('sv-SE')

/** The date that many days later: '2026-03-04' and 7 give '2026-03-11'. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
