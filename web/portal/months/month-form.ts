import { atMost, optionalText } from '../../lib/form-rules.ts'
import { sameLetters } from '../../lib/search-text.ts'
import { parseAmount } from '../../lib/typed-amount.ts'
import { z } from '../../lib/zod.ts'

/** The most numbers of a month; the table has the same limit. */
export const MOST_NUMBERS = 6

export type NewNumber = { name: string; value: number }

/** A value of any country's notation, with at most two decimals. */
const typedValue = z
  .string()
  .trim()
  .transform((text, context) => {
    if (text === '') return null
    const read = parseAmount(text)
    if (read === 'unreadable') return problem(context, 'Enter a number, like 42.')
    if ('either' in read) return problem(context, `Enter ${read.either.map((number) => `${number}`).join(' or ')}.`)
    if (Math.abs(read.amount) >= 1e12) return problem(context, 'At most twelve digits.')
    if (Number(read.amount.toFixed(2)) !== read.amount) return problem(context, 'At most two decimals.')
    return read.amount
  })

function problem(context: z.RefinementCtx, message: string) {
  context.addIssue(message)
  return z.NEVER
}

const typedNumber = z.object({ name: z.string().trim().check(atMost(60)), value: typedValue })

/** Lines without a value are left out: their names were only suggested. */
const numbers = z
  .array(typedNumber)
  .superRefine((typed, context) => {
    const names = typed.map(({ name, value }) => (value === null ? undefined : sameLetters(name)))
    typed.forEach(({ name, value }, index) => {
      const complain = (message: string) => context.addIssue({ code: 'custom', path: [index, 'name'], message })
      if (value !== null && name === '') complain('Enter what was counted.')
      else if (value !== null && names.indexOf(sameLetters(name)) < index) complain('This name is there already.')
    })
  })
  .transform((typed) => typed.flatMap(({ name, value }): NewNumber[] => (value === null ? [] : [{ name, value }])))

/** What is written about a month; the limits are those of the table. */
export const monthForm = z.object({
  words: optionalText(2000),
  what_next: optionalText(1000),
  numbers,
  /** The version that is being edited; null where nobody has written anything yet. */
  seen: z.string().nullable(),
})

export type TypedMonth = z.input<typeof monthForm>
export type WrittenMonth = z.output<typeof monthForm>

type StoredMonth = { words: string | null; what_next: string | null; numbers: unknown; updated_at: string }

/** The form's values: the stored ones, with the names of last month's numbers where this month has none yet. */
export function typedMonth(stored: StoredMonth | undefined, before: readonly NewNumber[]): TypedMonth {
  const own = numbersOf(stored?.numbers).map(({ name, value }) => ({ name, value: `${value}` }))
  const suggested = before
    .filter(({ name }) => !own.some((number) => sameLetters(number.name) === sameLetters(name)))
    .map(({ name }) => ({ name, value: '' }))
  const lines = [...own, ...suggested].slice(0, MOST_NUMBERS)
  const empty = Array.from({ length: MOST_NUMBERS - lines.length }, () => ({ name: '', value: '' }))
  return {
    words: stored?.words ?? '',
    what_next: stored?.what_next ?? '',
    numbers: [...lines, ...empty],
    seen: stored?.updated_at ?? null,
  }
}

const storedNumbers = z.array(z.object({ name: z.string(), value: z.number() }))

export const numbersOf = (stored: unknown): NewNumber[] => storedNumbers.safeParse(stored ?? []).data ?? []
