import { LRUCache } from 'lru-cache'
import type { Counter, Limit } from './counter.ts'

/** So many keys are counted at once; beyond that the longest untouched is forgotten. */
const REMEMBERED_KEYS = 50_000

/** Counts what happens in this process. */
export function localCounter({ max, timeWindow }: Limit): Counter {
  // By size, each key being one: with a `max` it takes the memory of all of them at once, 1.6 MB for each limit there is.
  const counts = new LRUCache<string, { count: number }>({
    maxSize: REMEMBERED_KEYS,
    sizeCalculation: () => 1,
    ttl: timeWindow,
  })
  return {
    async take(key) {
      const entry = counts.get(key) ?? { count: 0 }
      const isAllowed = entry.count < max
      if (!counts.has(key)) counts.set(key, entry)
      if (isAllowed) entry.count += 1
      return { isAllowed, count: entry.count, endsInMs: counts.getRemainingTTL(key) }
    },
    isUsedUp: async (key) => (counts.get(key)?.count ?? 0) >= max,
    async giveBack(key) {
      const entry = counts.get(key)
      if (entry && entry.count > 0) entry.count -= 1
    },
    async forget(key) {
      counts.delete(key)
    },
  }
}
