import pg from 'pg'
import type { Claims, Database, Transaction } from '../database/database.ts'

export type Extension = 'broadcast' | 'presence'

/** Thrown to leave nothing behind: the rows were only tried. */
class OnlyTried extends Error {}

/** Which extensions of a private channel the bearer of the claims may listen to, by the policies (realtime.md §13). */
export async function readable(database: Database, claims: Claims, topic: string): Promise<Extension[]> {
  let found: Extension[] = []
  await trying(database, async (tx) => {
    const probes = await tx.query<{ id: string }>(
      `insert into realtime.messages (topic, extension) values ($1, 'broadcast'), ($1, 'presence') returning id`,
      [topic],
    )
    await become(tx, claims, topic)
    const rows = await tx.query<{ extension: Extension }>(
      'select extension from realtime.messages where id = any ($1)',
      [probes.map(({ id }) => id)],
    )
    found = rows.map(({ extension }) => extension)
  })
  return found
}

/** Whether they may send. */
export async function writable(database: Database, claims: Claims, topic: string, extension: Extension) {
  try {
    await trying(database, async (tx) => {
      await become(tx, claims, topic)
      await tx.query('insert into realtime.messages (topic, extension) values ($1, $2)', [topic, extension])
    })
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return false
    throw error
  }
}

async function trying(database: Database, work: (tx: Transaction) => Promise<void>): Promise<void> {
  try {
    await database.transaction({}, async (tx) => {
      await work(tx)
      throw new OnlyTried()
    })
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error
  }
}

/** The settings are gone with the transaction. */
async function become(tx: Transaction, claims: Claims, topic: string) {
  if (claims.session_id !== undefined) await tx.query('select engine.require_session($1)', [claims.session_id])
  await tx.query(
    `select set_config('realtime.topic', $1, true), set_config('request.jwt.claims', $2, true),
            set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $4, true),
            set_config('role', $4, true)`,
    [topic, JSON.stringify(claims), claims.sub ?? '', claims.role],
  )
}
