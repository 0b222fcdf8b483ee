import { LRUCache } from 'lru-cache'
import { rateMeter } from './rate-limit.ts'

/** The client that usage is counted for: a signed-in user, or an address. */
export type Client = { key: string; isKnown: boolean }

/** The extra share for all signed-in users together, and for all others together, while the limit is exceeded. */
const RESERVED_SHARE = 1 / 4
/** The share of the limit up to which a client counts as a light user in the last minute. */
const LIGHT_USE_SHARE = 1 / 50
const MAX_CLIENTS = 5_000

/**
 * Limits the average of the last minute over all clients to `perSecond`. A heavy user who exhausts it only stops
 * themselves: others continue on a reserve as long as they use little.
 */
export function fairMeter(perSecond: number, now: () => number = Date.now) {
  const all = rateMeter(perSecond, now)
  const ofPeople = rateMeter(perSecond * RESERVED_SHARE, now)
  const ofStrangers = rateMeter(perSecond * RESERVED_SHARE, now)
  const own = new LRUCache<string, ReturnType<typeof rateMeter>>({
    maxSize: MAX_CLIENTS,
    sizeCalculation: () => 1,
    ttl: 120_000,
    updateAgeOnGet: true,
  })

  return {
    /** Counts without a limit, for events that cannot be refused. */
    count: all.count,
    /** Counts the events if they are within the limit, else none of them. */
    allows({ key, isKnown }: Client, times = 1): boolean {
      const used = own.get(key) ?? rateMeter(perSecond * LIGHT_USE_SHARE, now)
      own.set(key, used)
      const usesLittle = used.allows(times)
      return all.allows(times) || (usesLittle && (isKnown ? ofPeople : ofStrangers).allows(times))
    },
    isExhausted: all.isExhausted,
  }
}
