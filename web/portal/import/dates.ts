import type { DateOrder, Reading, Style } from './import-kind.ts'
import { shortened } from './read-values.ts'

type Parts = { year: string; month: number; day: number }

/** Converts a date of a file to the format of the database: 2026-03-04. */
export function dayIn(cell: string, { order }: Pick<Style, 'order'>): Reading {
  const parts = partsOf(dateOf(cell), order)
  const day = parts && isoDay(parts)
  if (day !== undefined) return { value: day }
  return { problem: `“${shortened(cell)}” is no date${orderTold(cell, order)}. Enter it like 2026-03-04.` }
}

const orderTold = (cell: string, order: DateOrder) => (NUMBERS.test(dateOf(cell)) ? ` with the ${order}` : '')

/** Returns the date in a cell, without a weekday before it, and without a time or the end of a period after it. */
const dateOf = (cell: string) =>
  cell
    .replace(/\s*[→–].*$/, '')
    .replace(/^\p{L}{3} (?=\p{L}{3} \d{2} \d{4})/u, '')
    .replace(/^\p{L}{2,10}\.?(?:,\s+(?=.*\d{4})|,?\s+(?=\d{1,4}([./-])\d{1,2}\1\d))/u, '')
    .replace(/(?:,|T|\s|\bat\b)+\d{1,2}:\d{2}.*$/, '')
    .trim()

/** Matches 04/03/2026 and 4-3-26, in which the month and the day cannot be told apart. */
const NUMBERS = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/

function partsOf(cell: string, order: DateOrder): Parts | undefined {
  const iso = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(cell)
  if (iso && (iso[2] !== '' || cell.length === 8)) return parts(iso[1], iso[3], iso[4])
  // Dates with points always begin with the day.
  const german = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})$/.exec(cell)
  if (german) return parts(german[3], german[2], german[1])
  const numbers = NUMBERS.exec(cell)
  if (numbers) {
    const [, first, , second, year] = numbers
    return order === 'day first' ? parts(year, second, first) : parts(year, first, second)
  }
  const dayMonth = /^(\d{1,2})(?:st|nd|rd|th|er)?\.?[ /-](?:de )?(\p{L}{3,12})\.?,?[ /-](?:de )?(\d{4}|\d{2})$/iu.exec(
    cell,
  )
  if (dayMonth) return parts(dayMonth[3], monthNamed(dayMonth[2]), dayMonth[1])
  const monthDay = /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu.exec(cell)
  if (monthDay) return parts(monthDay[3], monthNamed(monthDay[1]), monthDay[2])
  // The tool ClickUp exports dates as milliseconds since 1970.
  const moment = /^1\d{12}$/.test(cell) ? new Date(Number(cell)).toISOString().split(/[-T]/) : undefined
  return moment && parts(moment[0], moment[1], moment[2])
}

const parts = (year = '', month: string | number = 0, day = ''): Parts => ({
  year: year.length === 2 ? inCentury(Number(year)) : year,
  month: Number(month),
  day: Number(day),
})

const MOST_YEARS_AHEAD = 30

/** The year of two digits: of this century, unless it would be further ahead than anybody plans. */
const inCentury = (year: number) =>
  String(2000 + year > new Date().getFullYear() + MOST_YEARS_AHEAD ? 1900 + year : 2000 + year)

/** Excel's short names for March in German and Dutch, the only ones that are not the beginning of the whole name. */
const SHORT_FOR_MARCH = new Set(['mrz', 'mrt'])

/** Returns the number of a month by its name in any supported language, or 0. */
function monthNamed(name = ''): number {
  const bare = letters(name)
  if (SHORT_FOR_MARCH.has(bare)) return 3
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv']) {
    const month = namesOfMonths(language).findIndex((names) => names.some((full) => full.startsWith(bare)))
    if (month >= 0) return month + 1
  }
  return 0
}

/** Returns the month names of a language in both forms: in some languages the name has another ending within a date. */
const namesOfMonths = (language: string) =>
  Array.from({ length: 12 }, (_, month) =>
    [{ month: 'long' } as const, { month: 'long', day: 'numeric' } as const].map((format) => {
      const written = new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' })
      return letters(written.formatToParts(Date.UTC(2026, month, 1)).find(({ type }) => type === 'month')?.value ?? '')
    }),
  )

const letters = (name: string) => name.normalize('NFD').replace(/\P{L}/gu, '').toLowerCase()

/** Formats a date for the database; undefined for a day that the calendar does not have. */
function isoDay({ year, month, day }: Parts): string | undefined {
  const written = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const date = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined
}

/**
 * An ambiguous date of the file such as 04/03/2026, as an example for the question about the order of day and month.
 */
export function orderShownBy(cells: readonly string[]): DateOrder | 'unknown' | undefined {
  const dates = cells.flatMap((cell) => {
    const [, first, , second] = NUMBERS.exec(dateOf(cell)) ?? []
    return first !== undefined && second !== undefined && first !== second
      ? [[Number(first), Number(second)] as const]
      : []
  })
  if (dates.length === 0) return undefined
  const isDayFirst = dates.some(([first]) => first > 12)
  const isMonthFirst = dates.some(([, second]) => second > 12)
  if (isDayFirst === isMonthFirst) return 'unknown'
  return isDayFirst ? 'day first' : 'month first'
}

/** A date of the file that can be read in two ways, as an example for the question. */
export const ambiguousDay = (cells: readonly string[]) =>
  cells.find((cell) => {
    const [, first, , second] = NUMBERS.exec(dateOf(cell)) ?? []
    return first !== second && Number(first) <= 12 && Number(second) <= 12
  })
