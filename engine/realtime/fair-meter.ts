import { LRUCache } from 'lru-cache'
import { rateMeter } from './rate-meter.ts'

/** Whose use is counted: a person's, or that of an address where nobody has signed in. */
export type Client = { key: string; isKnown: boolean }

/** What everybody together may use besides, while the rest is used up: people, and those who have not signed in. */
const RESERVED = 1 / 4
/** Whoever has used no more of it all than this in the last minute may go on by that. */
const LITTLE = 1 / 50
const MOST_REMEMBERED = 5_000

/**
 * Holds the average of the last minute of everybody together against `perSecond`. Whoever uses all of it up stops
 * themselves: others go on by a reserve as long as they use little.
 */
export function fairMeter(perSecond: number, now: () => number = Date.now) {
  const all = rateMeter(perSecond, now)
  const ofPeople = rateMeter(perSecond * RESERVED, now)
  const ofStrangers = rateMeter(perSecond * RESERVED, now)
  const own = new LRUCache<string, ReturnType<typeof rateMeter>>({
    maxSize: MOST_REMEMBERED,
    sizeCalculation: () => 1,
    ttl: 120_000,
    updateAgeOnGet: true,
  })

  return {
    /** What cannot be refused counts too. */
    count: all.count,
    /** Counts so many, unless they are too many; then none. */
    allows({ key, isKnown }: Client, times = 1): boolean {
      const used = own.get(key) ?? rateMeter(perSecond * LITTLE, now)
      own.set(key, used)
      const usesLittle = used.allows(times)
      return all.allows(times) || (usesLittle && (isKnown ? ofPeople : ofStrangers).allows(times))
    },
    isExhausted: all.isExhausted,
  }
}
