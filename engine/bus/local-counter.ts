import { LRUCache } from 'lru-cache'
import type { Counter, Limit } from './rate-counter.ts'

/** The number of keys that are counted at a time; beyond it the least recently used is forgotten. */
const MAX_KEYS = 50_000

/** A counter for this process alone. */
export function localCounter({ max, timeWindow }: Limit): Counter {
  // Limited by size instead of `max`, which would allocate the memory of all keys at once: 1.6 MB for each limit.
  const counts = new LRUCache<string, { count: number }>({
    maxSize: MAX_KEYS,
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
