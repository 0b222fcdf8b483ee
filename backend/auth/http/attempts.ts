import { LRUCache } from 'lru-cache'
import type { Limit } from '../limits.ts'

/** So many keys are counted at once; beyond that the longest untouched is forgotten. */
const REMEMBERED_KEYS = 50_000

/** Counts what happened per key in a window of time. Each process counts for itself. */
export class Attempts {
  readonly #limit: Limit
  readonly #counts: LRUCache<string, { count: number }>

  constructor(limit: Limit) {
    this.#limit = limit
    this.#counts = new LRUCache({ max: REMEMBERED_KEYS, ttl: limit.timeWindow })
  }

  /** Takes one attempt; false when none is left. Taken before the outcome is known, so that parallel tries count too. */
  take(key: string): boolean {
    const entry = this.#counts.get(key)
    if (!entry) this.#counts.set(key, { count: 1 })
    else if (entry.count >= this.#limit.max) return false
    else entry.count++
    return true
  }

  /** Whether nothing is left, without taking anything. */
  isUsedUp(key: string): boolean {
    return (this.#counts.get(key)?.count ?? 0) >= this.#limit.max
  }

  /** Gives the attempt back: it was not a failure. */
  forgive(key: string) {
    const entry = this.#counts.get(key)
    if (entry && entry.count > 0) entry.count--
  }
}
