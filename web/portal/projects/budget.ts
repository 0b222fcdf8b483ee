import { formatDollars } from '../../lib/formats.ts'
import { parseAmount } from '../../lib/typed-amount.ts'
import { z } from '../../lib/zod.ts'

/** The largest budget that the column holds. */
const LARGEST_BUDGET = 9_999_999_999.99

/** Parses a budget as people type it; empty means none. */
export const typedBudget = z
  .string()
  .trim()
  .transform((typed, context) => {
    if (typed === '') return null
    const read = parseAmount(typed)
    const problem =
      read === 'unreadable' ? UNREADABLE : 'either' in read ? twoWays(typed, read.either) : limits(read.amount)
    if (problem === undefined && typeof read === 'object' && 'amount' in read) return read.amount
    context.addIssue(problem ?? UNREADABLE)
    return z.NEVER
  })

/** The amount as it will be stored, where the typed notation differs from ours. */
export function budgetText(typed: string): string | undefined {
  const read = parseAmount(typed)
  if (read === 'unreadable' || !('amount' in read) || /^\d+(\.\d+)?$/.test(typed.trim())) return undefined
  return limits(read.amount) === undefined ? `Saved as ${formatDollars(read.amount)}.` : undefined
}

const UNREADABLE = 'Enter an amount in dollars, like 1250.50.'

export const twoWays = (typed: string, [thousands, decimals]: readonly [number, number]) =>
  `“${typed}” can be read in two ways. Write ${thousands} or ${decimals.toFixed(2)}.`

/** The reason why the column cannot hold an amount; undefined if it can. */
function limits(amount: number): string | undefined {
  if (amount < 0) return 'A budget cannot be negative.'
  if (amount > LARGEST_BUDGET) return `At most ${formatDollars(LARGEST_BUDGET)}.`
  return Number(amount.toFixed(2)) === amount ? undefined : 'At most two decimals, like 1250.50.'
}

/** Rewrites an ambiguous amount by the chosen decimal mark: `1.250` becomes `1250` where the mark is a comma. */
export function certainAmount(typed: string, decimalMark: '.' | ','): string {
  const read = parseAmount(typed)
  if (read === 'unreadable' || !('either' in read)) return typed
  return decimalMark === ',' ? String(read.either[0]) : read.either[1].toFixed(2)
}
