import { type Html, html } from './safe-html.ts'

// Dates are in UTC, since the server does not know the reader's time zone, and all readers should see the same date.
const format = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** The date of a timestamp: 'Nov 23, 2026'. */
export const utcDate = (moment: string): Html =>
  html`<time datetime="${moment}">${format.format(new Date(moment))}</time>`
