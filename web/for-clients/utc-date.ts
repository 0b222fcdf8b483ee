import { type Html, html } from './safe-html.ts'

// Dates are in UTC, since the server does not know the reader's time zone, and all readers should see the same date.
const format = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** The date of a timestamp: 'Nov 23, 2026'. */
export const utcDate = (moment: string): Html =>
  html`<time datetime="${moment}">${format.format(new Date(moment))}</time>`

/** Today's date: '2026-11-23'. */
export const utcToday = () => new Date().toISOString().slice(0, 10)

/** A date without a time: 'Nov 30', and with its year if that is not the current one. */
export function shortDay(day: string): string {
  const isThisYear = day.slice(0, 4) === utcToday().slice(0, 4)
  return (isThisYear ? monthAndDay : format).format(new Date(day))
}
