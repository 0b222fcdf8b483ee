const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthAlone = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

/** The name of a month: 'November 2026'. Any day of it, or '2026-11', names it. */
export const monthName = (month: string) => format.format(firstDay(month))

/** The name of the month before: 'October'. */
export function monthBefore(month: string): string {
  const day = firstDay(month)
  day.setUTCMonth(day.getUTCMonth() - 1)
  return monthAlone.format(day)
}

const firstDay = (month: string) => new Date(`${month.slice(0, 7)}-01`)

const amount = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const change = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, signDisplay: 'always' })

/** '42', '1,250.5', with a real minus sign. */
export const sayNumber = (value: number) => amount.format(value).replace('-', '−')

/** '+7', '−3', '±0'. */
export const sayChange = (by: number) => (by === 0 ? '±0' : change.format(by).replace('-', '−'))
