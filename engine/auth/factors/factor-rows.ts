import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import type { Factor } from '../users/user.ts'
import type { Visitor } from '../visitor.ts'

/** An untried second factor is dropped after this time, and a challenge expires after it. */
export const FACTOR_LIFETIME_S = 300

/** A factor with its secret; it never leaves the service. */
export type StoredFactor = Factor & { user_id: string; secret: string | null; web_authn_credential: unknown }

export type NewFactor = Pick<StoredFactor, 'user_id' | 'factor_type' | 'friendly_name' | 'secret' | 'phone'>

/** Inserts a factor, unverified unless stated otherwise. */
export async function insertFactor(
  tx: Transaction,
  factor: NewFactor,
  status: Factor['status'] = 'unverified',
): Promise<string> {
  const id = randomUUID()
  await tx.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
     values ($1, $2, $3, $4, $7, $5, $6, now(), now())`,
    [id, factor.user_id, factor.friendly_name, factor.factor_type, factor.secret, factor.phone, status],
  )
  return id
}

/** Locks a factor of this user until the transaction ends. */
export async function lockFactor(tx: Transaction, id: string, userId: string): Promise<StoredFactor | undefined> {
  const [row] = await tx.query<{ factor: StoredFactor }>(
    'select to_jsonb(f) as factor from auth.mfa_factors f where id = $1 and user_id = $2 for update',
    [id, userId],
  )
  return row?.factor
}

export async function dropFactor(tx: Transaction, id: string) {
  await tx.query('delete from auth.mfa_factors where id = $1', [id])
}

/** Drops factors that were shown to the user but never verified: their secret cannot be shown again. */
export async function dropAbandonedFactors(tx: Transaction, userId: string) {
  await tx.query(
    `delete from auth.mfa_factors f
      where user_id = $1 and status = 'unverified' and created_at < now() - make_interval(secs => $2)
        and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`,
    [userId, FACTOR_LIFETIME_S],
  )
}

/** Marks a factor as verified: it is required from now on, and other unfinished factors of its type are dropped. */
export async function markVerified(tx: Transaction, { id, user_id, factor_type }: StoredFactor) {
  await tx.query(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [id])
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified' and id <> $3`,
    [user_id, factor_type, id],
  )
}

/** A factor's first challenge creates a key, the others request a signature by it. */
export type KeyChallenge = { type: 'create' | 'request'; challenge: string }

export type Challenge = { id: string; expiresAt: number }

/**
 * What the right answer must match: the hash of a sent code or the challenge of a key; an authenticator app needs
 * neither.
 */
export type ChallengeSecret = { codeHash: string | null; key: KeyChallenge | null }

export async function insertChallenge(
  tx: Transaction,
  factorId: string,
  visitor: Visitor,
  { codeHash, key }: ChallengeSecret,
): Promise<Challenge> {
  const id = randomUUID()
  const [row] = await tx.query<{ expires_at: number }>(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
     values ($1, $2, now(), $3, $4, $5)
     returning floor(extract(epoch from created_at))::float8 + $6 as expires_at`,
    [id, factorId, addressOf(visitor), codeHash, key && JSON.stringify(key), FACTOR_LIFETIME_S],
  )
  // Hosted Supabase requires these times to be unique over all factors, and the clock may tick in milliseconds only.
  await tx.query(
    `update auth.mfa_factors set last_challenged_at = now() + random() * interval '1 millisecond' where id = $1`,
    [factorId],
  )
  return { id, expiresAt: row?.expires_at ?? 0 }
}

export type OpenChallenge = { isOpenTo: boolean; isExpired: boolean } & ChallengeSecret

/** `isOpenTo`: not used yet, and made for this visitor. */
export async function findChallenge(tx: Transaction, id: string, factorId: string, visitor: Visitor) {
  const [row] = await tx.query<OpenChallenge>(
    `select verified_at is null and ip_address = $3 as "isOpenTo",
            created_at < now() - make_interval(secs => $4) as "isExpired",
            otp_code as "codeHash", web_authn_session_data as key
       from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [id, factorId, addressOf(visitor), FACTOR_LIFETIME_S],
  )
  return row
}

/** When this visitor last challenged the factor; challenges from elsewhere delay nobody. */
export async function lastChallengeFrom(tx: Transaction, factorId: string, visitor: Visitor): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(
    'select max(created_at) as at from auth.mfa_challenges where factor_id = $1 and ip_address = $2',
    [factorId, addressOf(visitor)],
  )
  return row?.at ?? null
}

/** Deletes a challenge whose code was never sent or whose key has answered. */
export async function dropChallenge(tx: Transaction, id: string) {
  await tx.query('delete from auth.mfa_challenges where id = $1', [id])
}

export async function closeChallenge(tx: Transaction, id: string) {
  await tx.query('update auth.mfa_challenges set verified_at = now() where id = $1', [id])
}

const addressOf = ({ ip }: Visitor) => ip ?? '0.0.0.0'
