import type { DateOrder, Reading, Style } from './import-kind.ts'
import { shortened } from './read-values.ts'

type Parts = { year: string; month: number; day: number }

/** A day as a file has it, as the database keeps it: 2026-03-04. */
export function dayIn(cell: string, { order }: Pick<Style, 'order'>): Reading {
  const parts = partsOf(dateOf(cell), order)
  const day = parts && isoDay(parts)
  if (day !== undefined) return { value: day }
  return { problem: `“${shortened(cell)}” is no date${orderTold(cell, order)}. Write it like 2026-03-04.` }
}

const orderTold = (cell: string, order: DateOrder) => (NUMBERS.test(dateOf(cell)) ? ` with the ${order}` : '')

/** The date alone, without the day of the week before it and the time or the end of a period behind it. */
const dateOf = (cell: string) =>
  cell
    .replace(/\s*[→–].*$/, '')
    .replace(/^\p{L}{3} (?=\p{L}{3} \d{2} \d{4})/u, '')
    .replace(/^\p{L}{2,10}\.?(?:,\s+(?=.*\d{4})|,?\s+(?=\d{1,4}([./-])\d{1,2}\1\d))/u, '')
    .replace(/(?:,|T|\s|\bat\b)+\d{1,2}:\d{2}.*$/, '')
    .trim()

/** 04/03/2026 and 4-3-26: which one is the month does not show. */
const NUMBERS = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/

function partsOf(cell: string, order: DateOrder): Parts | undefined {
  const iso = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(cell)
  if (iso && (iso[2] !== '' || cell.length === 8)) return parts(iso[1], iso[3], iso[4])
  // With points the day comes first wherever people write so.
  const german = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})$/.exec(cell)
  if (german) return parts(german[3], german[2], german[1])
  const numbers = NUMBERS.exec(cell)
  if (numbers) {
    const [, first, , second, year] = numbers
    return order === 'day first' ? parts(year, second, first) : parts(year, first, second)
  }
  const dayMonth = /^(\d{1,2})(?:st|nd|rd|th)?\.?[ /-](?:de )?(\p{L}{3,12})\.?,?[ /-](?:de )?(\d{4}|\d{2})$/iu.exec(
    cell,
  )
  if (dayMonth) return parts(dayMonth[3], monthNamed(dayMonth[2]), dayMonth[1])
  const monthDay = /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu.exec(cell)
  if (monthDay) return parts(monthDay[3], monthNamed(monthDay[1]), monthDay[2])
  // Exports of ClickUp count milliseconds since 1970.
  const moment = /^1\d{12}$/.test(cell) ? new Date(Number(cell)).toISOString().split(/[-T]/) : undefined
  return moment && parts(moment[0], moment[1], moment[2])
}

const parts = (year = '', month: string | number = 0, day = ''): Parts => ({
  year: year.length === 2 ? `20${year}` : year,
  month: Number(month),
  day: Number(day),
})

/** 0 where no month is called so, in any language that an agency's files come in. */
function monthNamed(name = ''): number {
  const bare = letters(name)
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv']) {
    const month = namesOfMonths(language).findIndex((names) => names.some((full) => full.startsWith(bare)))
    if (month >= 0) return month + 1
  }
  return 0
}

/** In a date a month has another ending in some languages than alone. */
const namesOfMonths = (language: string) =>
  Array.from({ length: 12 }, (_, month) =>
    [{ month: 'long' } as const, { month: 'long', day: 'numeric' } as const].map((format) => {
      const written = new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' })
      return letters(written.formatToParts(Date.UTC(2026, month, 1)).find(({ type }) => type === 'month')?.value ?? '')
    }),
  )

const letters = (name: string) => name.normalize('NFD').replace(/\P{L}/gu, '').toLowerCase()

/** Undefined where the calendar has no such day. */
function isoDay({ year, month, day }: Parts): string | undefined {
  const written = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const date = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined
}

/**
 * In which order the dates of a file stand, where they show it: one of them has a thirteenth month otherwise. `undefined`
 * where none of them needs to be asked for, 'unknown' where they could be either, or are both.
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

/** A date of the file that can be read in two ways, to ask about. */
export const ambiguousDay = (cells: readonly string[]) =>
  cells.find((cell) => {
    const [, first, , second] = NUMBERS.exec(dateOf(cell)) ?? []
    return first !== second && Number(first) <= 12 && Number(second) <= 12
  })
