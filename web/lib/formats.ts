const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Formats a timestamp in the reader's time zone: 'Mar 4, 2026'. */
export const formatDate = (moment: string) => new Date(moment).toLocaleString('en-US', day)

/** Formats a timestamp with the time of day: 'Mar 4, 2026, 14:05'. */
export const formatMoment = (moment: string) => new Date(moment).toLocaleString('en-US', { ...day, ...time })

/** Formats a date without a time, which is the same in every time zone: '2026-03-04' becomes 'Mar 4, 2026'. */
export function formatDay(date: string): string {
  const moment = new Date(date)
  return Number.isNaN(moment.valueOf()) ? date : days.format(moment)
}

// A formatter takes a thousand times as long to make as to use, and a board shows five hundred days.
const days = new Intl.DateTimeFormat('en-US', { ...day, timeZone: 'UTC' })

/** Formats an amount of money: '$1,250.50'. */
export const formatDollars = (amount: number) => dollars.format(amount)

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats a count: '12,600'. */
export const formatCount = (count: number) => count.toLocaleString('en-US')
