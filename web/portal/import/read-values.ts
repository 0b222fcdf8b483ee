import type { z } from 'zod'
import type { DateOrder, Reading } from './import-kind.ts'

/** As the form reads what is typed: with its limits, and its words for what is wrong. */
export const asTyped =
  (field: z.ZodType<string | number | null, string>) =>
  (cell: string): Reading => {
    const { success, data, error } = field.safeParse(cell)
    return success ? { value: data } : { problem: error.issues[0]?.message ?? 'This cannot be read.' }
  }

/** One of a list, by its value or its label, in any case; `label` says what it is one of. */
export function asOneOf(options: readonly { value: string; label: string }[], label: string) {
  const labels = options.map((option) => option.label)
  return (cell: string): Reading => {
    const found = options.find((option) => [option.value, option.label].some((name) => plain(name) === plain(cell)))
    if (found) return { value: found.value }
    return { problem: `“${shortened(cell)}” is no ${label}. Write ${listOf(labels)}.` }
  }
}

/** 'In Progress', 'in_progress' and 'in-progress' are one, and so are "canceled" and "cancelled". */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^canceled$/, 'cancelled')

export const listOf = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

export const shortened = (cell: string) => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell)

/**
 * An amount as people write it: with or without the sign of a currency, with commas or points between thousands. Where both
 * stand the last one parts off the cents. Returned as the form takes it.
 */
export function amountIn(cell: string): { amount: string } | { problem: string } {
  const bare = cell.replace(/usd|eur|gbp|[$€£\s'’]/gi, '')
  const [last] = /[.,](?=[^.,]*$)/.exec(bare) ?? []
  if (last === undefined) return { amount: bare }
  const other = last === ',' ? '.' : ','
  const groups = bare.split(last)
  const isGrouped = groups.length > 1 && groups.slice(1).every((group) => /^\d{3}$/.test(group))
  if (bare.includes(other)) return { amount: bare.replaceAll(other, '').replace(last, '.') }
  if (groups.length > 2) return isGrouped ? { amount: groups.join('') } : { amount: bare }
  if (last === ',') return { amount: isGrouped ? groups.join('') : bare.replace(',', '.') }
  if (isGrouped && groups[0] !== '0') {
    return { problem: `“${shortened(cell)}” can be read in two ways. Write ${groups.join('')} or ${Number(bare)}.` }
  }
  return { amount: bare }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const

type Parts = { year: string; month: number; day: number }

/** A day as a file has it, as the database keeps it: 2026-03-04. */
export function dayIn(cell: string, order: DateOrder): Reading {
  const parts = partsOf(cell, order)
  const day = parts && isoDay(parts)
  if (day !== undefined) return { value: day }
  return { problem: `“${shortened(cell)}” is no date${orderTold(cell, order)}. Write it like 2026-03-04.` }
}

const orderTold = (cell: string, order: DateOrder) => (NUMBERS.test(cell) ? ` with the ${order}` : '')

/** 04/03/2026 and 4-3-26: which one is the month does not show. */
const NUMBERS = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?: .*)?$/

function partsOf(cell: string, order: DateOrder): Parts | undefined {
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ].*)?$/.exec(cell)
  if (iso) return parts(iso[1], iso[3], iso[4])
  // With points the day comes first wherever people write so.
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(cell)
  if (german) return parts(german[3], german[2], german[1])
  const numbers = NUMBERS.exec(cell)
  if (numbers) {
    const [, first, , second, year] = numbers
    return order === 'day first' ? parts(year, second, first) : parts(year, first, second)
  }
  const dayMonth = /^(\d{1,2})\.?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/i.exec(cell)
  if (dayMonth) return parts(dayMonth[3], monthNamed(dayMonth[2]), dayMonth[1])
  const monthDay = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(cell)
  if (monthDay) return parts(monthDay[3], monthNamed(monthDay[1]), monthDay[2])
  return undefined
}

const parts = (year = '', month: string | number = 0, day = ''): Parts => ({
  year: year.length === 2 ? `20${year}` : year,
  month: Number(month),
  day: Number(day),
})

const monthNamed = (name = '') => MONTHS.findIndex((month) => name.toLowerCase().startsWith(month)) + 1

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
    const [, first, , second] = NUMBERS.exec(cell) ?? []
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
    const [, first, , second] = NUMBERS.exec(cell) ?? []
    return first !== second && Number(first) <= 12 && Number(second) <= 12
  })
