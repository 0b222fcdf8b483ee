import pg from 'pg'
import type { Claims, Database } from '../database/database.ts'
import { SessionEnded } from '../database/database.ts'

export type Extension = 'broadcast' | 'presence'

/**
 * The extensions of a private channel that the row policies allow the caller to receive
 * (docs/wire/realtime.md#private-channels). A policy that raises an error allows nothing. Throws `SessionEnded`.
 */
export async function receivableExtensions(database: Database, claims: Claims, sub: string): Promise<Extension[]> {
  const text = 'select engine.heard_on_channel($1, $2) as heard'
  try {
    const [row] = await database.run<{ heard: Extension[] }>({}, { text, values: [sub, JSON.stringify(claims)] })
    return row?.heard ?? []
  } catch (error) {
    if (isPolicyFailure(error)) return []
    throw explain(error)
  }
}

/** Whether the row policies allow the caller to send on a private channel. Throws `SessionEnded`. */
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

/** Checks the session on a public channel, where no policies are asked. Throws `SessionEnded`. */
export async function requireSession(database: Database, { session_id }: Claims): Promise<void> {
  if (session_id === undefined) return
  try {
    await database.run({}, { text: 'select engine.require_session($1)', values: [session_id] })
  } catch (error) {
    throw explain(error)
  }
}

const SESSION_ENDED = 'MS401'
/**
 * SQLSTATEs of failures of the database itself (connection, resources, operator intervention), which say nothing about
 * permissions.
 */
const DATABASE_FAILURE = /^(08|53|57|58|XX)/

const isPolicyFailure = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code !== SESSION_ENDED && !DATABASE_FAILURE.test(error.code ?? '')

const explain = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === SESSION_ENDED ? new SessionEnded() : error
