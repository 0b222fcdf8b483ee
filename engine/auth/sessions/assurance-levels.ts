import type { Transaction } from '../../database/database.ts'
import { authErrors } from '../errors.ts'
import { hasVerifiedFactor } from '../users/user.ts'
import { reloadUser } from '../users/user-rows.ts'
import { activeToken, swapToken } from './refresh-tokens.ts'
import { continueSession, type FactorMethod, type Session, type SignedIn } from './sessions.ts'
import type { SignedInPerson } from './signed-in-person.ts'

/** Whether this session has used a second factor, read from the database instead of the token. */
export const hasSecondFactor = ({ session, claims }: SignedInPerson) =>
  session ? session.aal === 'aal2' : claims.aal === 'aal2'

/**
 * Throws where the user has a second factor that this session has not used: a stolen password must not change sign-in
 * methods.
 */
export function requireSecondFactor(person: SignedInPerson, refusal = authErrors.secondFactorNeeded) {
  if (hasVerifiedFactor(person.user) && !hasSecondFactor(person)) throw refusal()
}

/**
 * Records that the session has used a second factor. Every other session of the user that has not is ended, because it
 * may belong to a person who only knew the password. The refresh token changes with the level.
 */
export async function raiseAssuranceLevel(
  tx: Transaction,
  session: Session,
  factorId: string,
  method: FactorMethod,
): Promise<SignedIn> {
  // Locked first, as a refresh does, so that a concurrent refresh does not return the token that is revoked here.
  await tx.query('select from auth.sessions where id = $1 for update', [session.id])
  await tx.query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`, [
    session.id,
    factorId,
  ])
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, now(), now())
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [session.id, method],
  )
  await tx.query(`delete from auth.sessions where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'`, [
    session.user_id,
    session.id,
  ])
  const active = await activeToken(tx, session.id)
  // All tokens are revoked: one of them was stolen, and this session must not continue.
  if (!active) throw authErrors.sessionGone()
  const refreshToken = await swapToken(tx, session, active.token)
  return {
    user: await reloadUser(tx, session.user_id),
    session: await continueSession(tx, { ...session, aal: 'aal2' }, refreshToken),
  }
}

/** Lowers the sessions that used this factor; their tokens change with the next refresh. */
export async function lowerAssuranceLevel(tx: Transaction, factorId: string, method: FactorMethod) {
  await tx.query(
    `with lowered as (
       update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1 returning id)
     delete from auth.mfa_amr_claims a using lowered
      where a.session_id = lowered.id and a.authentication_method = $2`,
    [factorId, method],
  )
}
