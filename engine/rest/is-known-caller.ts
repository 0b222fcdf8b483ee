import { LRUCache } from 'lru-cache'
import type { Caller, Database } from '../database/database.ts'

/**
 * How long an answer of `known_by` is cached: a caller who has just become known waits at most this long, and one who
 * has just lost access keeps the larger limits for as long.
 */
const CACHE_MS = 10_000
const MAX_CACHED = 10_000

/**
 * True for service_role, false for anon; for other callers the project's function `known_by` decides, run as the
 * caller. Without such a function every signed-in caller is known.
 */
export function knownCallerCheck(database: Database, known: string | undefined) {
  const answers = new LRUCache<string, Promise<boolean>>({
    maxSize: MAX_CACHED,
    sizeCalculation: () => 1,
    ttl: CACHE_MS,
  })

  return async function isKnown(caller: Caller): Promise<boolean> {
    if (caller.role === 'anon') return false
    if (caller.role === 'service_role' || known === undefined) return true
    const { sub, session_id } = caller.claims
    const key = JSON.stringify([caller.role, sub, session_id])
    const answered = answers.get(key)
    if (answered) return answered
    const answer = ask(caller, known)
    answers.set(key, answer)
    answer.catch(() => answers.delete(key))
    return answer
  }

  async function ask(caller: Caller, known: string): Promise<boolean> {
    const [row] = await database.run<{ known: boolean | null }>(
      { caller, readOnly: true },
      { text: `select ${known}() as known` },
    )
    return row?.known === true
  }
}
