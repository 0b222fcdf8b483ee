import { LRUCache } from 'lru-cache'

/** So many have a name at a time: each connection keeps each of them with its plan. */
const MOST = 100
/** Only what comes again and again is worth it. */
const OFTEN = 3
const LONGEST = 16_384

/**
 * Gives a name to statements that come often, so that each connection prepares them once and Postgres neither parses
 * them again nor, where it finds a plan that suits all values, plans them again. One that never worked gets no name:
 * those sent right behind it would ask for something that could not be prepared.
 */
export class PopularStatements {
  readonly #worked = new LRUCache<string, number>({ max: 500 })
  readonly #names = new LRUCache<string, string>({ max: MOST })
  #named = 0

  nameOf(text: string): string | undefined {
    return this.#names.get(text)
  }

  /** Remembers that a statement did what it should. */
  hasWorked(text: string) {
    if (text.length > LONGEST || this.#names.has(text)) return
    const times = (this.#worked.get(text) ?? 0) + 1
    if (times < OFTEN) {
      this.#worked.set(text, times)
      return
    }
    this.#worked.delete(text)
    this.#names.set(text, `popular_${this.#named++}`)
  }
}
