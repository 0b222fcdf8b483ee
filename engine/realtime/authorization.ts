import pg from 'pg'
import type { Claims, Database } from '../database/database.ts'
import { SessionEnded } from '../database/database.ts'

export type Extension = 'broadcast' | 'presence'

/**
 * Which extensions of a private channel the bearer of the claims may hear, by the row policies
 * (docs/wire/realtime.md#private-channels). A policy that fails allows nothing. Throws `SessionEnded`.
 */
export async function readable(database: Database, claims: Claims, sub: string): Promise<Extension[]> {
  const text = 'select engine.heard_on_channel($1, $2) as heard'
  try {
    const [row] = await database.run<{ heard: Extension[] }>({}, { text, values: [sub, JSON.stringify(claims)] })
    return row?.heard ?? []
  } catch (error) {
    if (isPolicyFailure(error)) return []
    throw explain(error)
  }
}

/** Whether they may say something there. Throws `SessionEnded`. */
export async function writable(database: Database, claims: Claims, sub: string, extension: Extension) {
  const text = 'select engine.may_speak_on_channel($1, $2, $3) as allowed'
  const values = [sub, JSON.stringify(claims), extension]
  try {
    const [row] = await database.run<{ allowed: boolean }>({}, { text, values })
    return row?.allowed ?? false
  } catch (error) {
    if (isPolicyFailure(error)) return false
    throw explain(error)
  }
}

/** For those whose channel asks no policies. Throws `SessionEnded`. */
export async function requireSession(database: Database, { session_id }: Claims): Promise<void> {
  if (session_id === undefined) return
  try {
    await database.run({}, { text: 'select engine.require_session($1)', values: [session_id] })
  } catch (error) {
    throw explain(error)
  }
}

const SESSION_ENDED = 'MS401'
/** The database's own trouble: no connection, no resources, an operator at work. It says nothing about permissions. */
const TROUBLE = /^(08|53|57|58|XX)/

const isPolicyFailure = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code !== SESSION_ENDED && !TROUBLE.test(error.code ?? '')

const explain = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === SESSION_ENDED ? new SessionEnded() : error
