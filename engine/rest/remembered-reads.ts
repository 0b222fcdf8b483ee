import { LRUCache } from 'lru-cache'
import type { Understood } from './execute.ts'
import type { HttpRequest } from './parse/parse-request.ts'
import type { Known } from './schema/load.ts'

const MOST_REMEMBERED = 1_000
/** In characters, all that is remembered together. */
const MOST_CHARACTERS = 1_000_000

/**
 * What was made of requests that only read, for whoever asks the same again. Who they are has no part in it: that is for
 * the transaction. It holds for the schema and the settings that it was made by, and is forgotten with them
 * (docs/decisions/0064-what-is-made-of-a-request-once.md).
 */
export class RememberedReads {
  readonly #of = new WeakMap<Known, LRUCache<string, Understood>>()

  of(known: Known): LRUCache<string, Understood> {
    const reads =
      this.#of.get(known) ??
      new LRUCache<string, Understood>({
        max: MOST_REMEMBERED,
        maxSize: MOST_CHARACTERS,
        sizeCalculation: ({ statement }, key) => key.length + statement.text.length,
      })
    this.#of.set(known, reads)
    return reads
  }
}

/** All of a request that decides what is made of it; undefined for one that has more to it, or may write. */
export function keyOfRead(
  { method, headers }: Pick<HttpRequest, 'method' | 'headers'>,
  url: string,
): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  // No header can hold a line break.
  return [method, url, headers.accept, headers['accept-profile'], headers.prefer, headers.range].join('\n')
}
