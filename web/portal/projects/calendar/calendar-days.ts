import { addDays } from '../../../lib/today.ts'

/** What a calendar shows at once. */
export const calendarSpans = ['month', 'week'] as const
export type CalendarSpan = (typeof calendarSpans)[number]

/** The weekday of a date: 1 for Monday to 7 for Sunday, as in ISO 8601 and `Intl`. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Whether a text is a date that exists: '2026-02-30' is none. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
}

/** How browsers tell of weeks: a method by the standard, a property in older ones. */
type WeekInfo = { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }

/**
 * The first day of the week in a locale: 7, Sunday, in the United States, and 1, Monday, in most of Europe and for browsers that
 * cannot tell.
 */
export function firstWeekday(locale: string): number {
  const known = localeOf(locale)
  return (known?.getWeekInfo?.() ?? known?.weekInfo)?.firstDay ?? 1
}

/** A browser may name a locale of its system that is none by the standard: 'en-US@posix'. */
function localeOf(name: string): (Intl.Locale & WeekInfo) | undefined {
  try {
    return new Intl.Locale(name.replace(/[.@].*$/, ''))
  } catch {
    return undefined
  }
}

/** The days that a calendar shows around a day: its week, or all weeks of its month. */
export function daysAround(day: string, span: CalendarSpan, firstDay: number): string[] {
  if (span === 'week') return daysBetween(weekStart(day, firstDay), 7)
  const first = `${day.slice(0, 8)}01`
  const from = weekStart(first, firstDay)
  const after = addMonths(first, 1)
  const weeks = Math.ceil((Date.parse(after) - Date.parse(from)) / (7 * DAY_MS))
  return daysBetween(from, weeks * 7)
}

const DAY_MS = 86_400_000

const weekStart = (day: string, firstDay: number) => addDays(day, -((weekdayOf(day) - firstDay + 7) % 7))

const daysBetween = (from: string, count: number) => Array.from({ length: count }, (_, index) => addDays(from, index))

/** Adds months to a date; a day that the month does not have becomes its last day. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The day around which the calendar before (-1) or after (1) is shown. */
export const dayOfNext = (day: string, span: CalendarSpan, by: -1 | 1): string =>
  span === 'week' ? addDays(day, 7 * by) : addMonths(day, by)
