import { LRUCache } from 'lru-cache'

/** The number of statements that have a name at a time: each connection keeps a plan for each of them. */
const MAX_NAMES = 100
/** A statement is prepared from its third use on. */
const USES_BEFORE_NAMED = 3
const MAX_LENGTH = 16_384

/**
 * Names the statements that are used often, so that each connection prepares them once and Postgres neither parses them
 * again nor, where a generic plan suits, plans them again. A statement that has never succeeded gets no name: those
 * sent right behind it would rely on a statement that could not be prepared.
 */
export class PreparedStatementCache {
  readonly #successes = new LRUCache<string, number>({ max: 500 })
  readonly #names = new LRUCache<string, string>({ max: MAX_NAMES })
  #named = 0

  nameOf(text: string): string | undefined {
    return this.#names.get(text)
  }

  /** Remembers that a statement succeeded. */
  noteSuccess(text: string) {
    if (text.length > MAX_LENGTH || this.#names.has(text)) return
    const times = (this.#successes.get(text) ?? 0) + 1
    if (times < USES_BEFORE_NAMED) {
      this.#successes.set(text, times)
      return
    }
    this.#successes.delete(text)
    this.#names.set(text, `statement_${this.#named++}`)
  }

  /** Forgets all names, which are never used again: each connection closes those that it prepared as it needs room. */
  forget() {
    this.#successes.clear()
    this.#names.clear()
  }
}
