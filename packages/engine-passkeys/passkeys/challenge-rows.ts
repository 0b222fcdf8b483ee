import { randomUUID } from 'node:crypto'
import { type Database, isUuid, writerOf } from 'engine/feature'
import { CEREMONY_MS } from '../webauthn/ceremonies.ts'
import { passkeyErrors } from './passkey-errors.ts'

/**
 * The purpose of a challenge, either registration or authentication. It is not valid for the other purpose, nor for
 * another person.
 */
export type Purpose = { type: 'registration'; userId: string } | { type: 'authentication'; userId: null }

/** Stores a WebAuthn challenge, and returns its options with the id that the browser sends back. */
export async function storeChallenge<Options extends { challenge: string }>(
  database: Database,
  { type, userId }: Purpose,
  options: Options,
): Promise<{ challenge_id: string; options: Options; expires_at: number }> {
  const id = randomUUID()
  const [row] = await writerOf(database).query<{ expires_at: number }>(
    `insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))
     returning floor(extract(epoch from expires_at))::float8 as expires_at`,
    [id, userId, type, JSON.stringify({ challenge: options.challenge, user_id: userId ?? '' }), CEREMONY_MS / 1000],
  )
  return { challenge_id: id, options, expires_at: row?.expires_at ?? 0 }
}

/** Takes a challenge out of the table: it can be answered only once, whatever the answer is. */
export async function takeChallenge(database: Database, { type, userId }: Purpose, id: string): Promise<string> {
  if (id === '') throw passkeyErrors.input('challenge_id is required')
  if (!isUuid(id)) throw passkeyErrors.input('challenge_id must be a valid UUID')
  const [row] = await writerOf(database).query<{ challenge: string; isExpired: boolean }>(
    `delete from auth.webauthn_challenges
      where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data ->> 'challenge' as challenge, expires_at < now() as "isExpired"`,
    [id, type, userId],
  )
  if (!row) throw passkeyErrors.ceremonyUnknown()
  if (row.isExpired) throw passkeyErrors.ceremonyExpired()
  return row.challenge
}
