import { type Bus, networkOf, type Visitor } from 'engine/feature'
import { recoveryErrors } from './errors.ts'

const LIMIT = { max: 5, timeWindow: 15 * 60_000 }

export type WrongCodes = ReturnType<typeof wrongCodes>

/**
 * Limits a user's wrong codes from one address. Other addresses have counts of their own, so that a person who knows
 * the password cannot keep its owner from using codes. A code has eighty bits and cannot be guessed.
 */
export function wrongCodes(bus: Pick<Bus, 'counter'>) {
  const counter = bus.counter('wrong recovery codes', LIMIT)
  const keyOf = (userId: string, { ip }: Visitor) => `${userId} ${ip === null ? '' : networkOf(ip)}`
  return {
    /** Counts a code before it is known to be wrong. Throws where there were too many. */
    async take(userId: string, visitor: Visitor) {
      if (!(await counter.take(keyOf(userId, visitor))).isAllowed) throw recoveryErrors.locked()
    },
    forget: (userId: string, visitor: Visitor) => counter.forget(keyOf(userId, visitor)),
  }
}
