import { format, parseISO } from 'date-fns'

/** A moment, in the reader's own time zone: 'Mar 4, 2026'. */
export const formatDate = (moment: string) => format(new Date(moment), 'MMM d, yyyy')

/** The same with the time of day: 'Mar 4, 2026, 14:05'. */
export const formatMoment = (moment: string) => format(new Date(moment), 'MMM d, yyyy, HH:mm')

/** A date without a time, which is the same day in every time zone: '2026-03-04' as 'Mar 4, 2026'. */
export const formatDay = (day: string) => format(parseISO(day), 'MMM d, yyyy')

/** An amount of money: '$1,250.50'. */
export const formatDollars = (amount: number) => dollars.format(amount)

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
