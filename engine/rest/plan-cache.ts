import { LRUCache } from 'lru-cache'
import type { PlannedRequest } from './execute-plan.ts'
import type { HttpRequest } from './parse/parse-request.ts'
import type { LoadedSchema } from './schema/load-schema.ts'

const MAX_PLANS = 1_000
/** The most characters of all cached entries together. */
const MAX_CHARACTERS = 1_000_000

/**
 * Caches parsed and planned reads for identical requests of any caller; the caller only matters in the transaction. An
 * entry is valid for the schema and settings that it was made with, and is dropped with them
 * (docs/decisions/0064-what-is-made-of-a-request-once.md).
 */
export class PlanCache {
  readonly #of = new WeakMap<LoadedSchema, LRUCache<string, PlannedRequest>>()

  get(known: LoadedSchema): LRUCache<string, PlannedRequest> {
    const reads =
      this.#of.get(known) ??
      new LRUCache<string, PlannedRequest>({
        max: MAX_PLANS,
        maxSize: MAX_CHARACTERS,
        sizeCalculation: ({ statement }, key) => key.length + statement.text.length,
      })
    this.#of.set(known, reads)
    return reads
  }
}

/**
 * The cache key: everything of a request that decides its plan. Undefined for a request with other relevant parts, or
 * one that may write.
 */
export function planCacheKey(
  { method, headers }: Pick<HttpRequest, 'method' | 'headers'>,
  url: string,
): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  // Header values cannot contain a line break, so it separates the parts.
  return [method, url, headers.accept, headers['accept-profile'], headers.prefer, headers.range].join('\n')
}
