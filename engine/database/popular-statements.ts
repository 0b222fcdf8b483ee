import { LRUCache } from 'lru-cache'

/** The number of statements that have a name at a time: each connection keeps a plan for each of them. */
const MOST = 100
/** A statement is prepared from its third use on. */
const OFTEN = 3
const LONGEST = 16_384

/**
 * Names the statements that are used often, so that each connection prepares them once and Postgres neither parses them
 * again nor, where a generic plan suits, plans them again. A statement that has never succeeded gets no name: those
 * sent right behind it would rely on a statement that could not be prepared.
 */
export class PopularStatements {
  readonly #worked = new LRUCache<string, number>({ max: 500 })
  readonly #names = new LRUCache<string, string>({ max: MOST })
  #named = 0

  nameOf(text: string): string | undefined {
    return this.#names.get(text)
  }

  /** Remembers that a statement succeeded. */
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
