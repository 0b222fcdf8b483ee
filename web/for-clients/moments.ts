import { type Html, html } from './html.ts'

// The server knows nobody's time zone, and everybody is to read the same.
const format = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** The day of a moment: 'Nov 23, 2026'. */
export const day = (moment: string): Html => html`<time datetime="${moment}">${format.format(new Date(moment))}</time>`
