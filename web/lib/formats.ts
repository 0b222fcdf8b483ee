const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** A moment, in the reader's own time zone: 'Mar 4, 2026'. */
export const formatDate = (moment: string) => new Date(moment).toLocaleString('en-US', day)

/** The same with the time of day: 'Mar 4, 2026, 14:05'. */
export const formatMoment = (moment: string) => new Date(moment).toLocaleString('en-US', { ...day, ...time })

/** A date without a time, which is the same day in every time zone: '2026-03-04' as 'Mar 4, 2026'. */
export const formatDay = (date: string) => new Date(date).toLocaleString('en-US', { ...day, timeZone: 'UTC' })

/** An amount of money: '$1,250.50'. */
export const formatDollars = (amount: number) => dollars.format(amount)

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** How many there are: '12,600'. */
export const formatCount = (count: number) => count.toLocaleString('en-US')
