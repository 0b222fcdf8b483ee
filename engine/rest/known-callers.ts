import { LRUCache } from 'lru-cache'
import type { Caller, Database } from '../database/database.ts'

/** Somebody who has become known need not wait long, and somebody who no longer is sends larger requests for as long. */
const REMEMBERED_MS = 10_000
const MOST_REMEMBERED = 10_000

/**
 * Whether a caller is no stranger: the project's server is none, whoever has not signed in always is one, and of the
 * others the project's function decides, asked as the caller. Without one all of them are known.
 */
export function knownCallers(database: Database, known: string | undefined) {
  const answers = new LRUCache<string, Promise<boolean>>({
    maxSize: MOST_REMEMBERED,
    sizeCalculation: () => 1,
    ttl: REMEMBERED_MS,
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
