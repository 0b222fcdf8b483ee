import type { Transaction } from '../../database/database.ts'
import { INSTANCE_ID } from '../users/user-rows.ts'
import type { Visitor } from '../visitor.ts'
import { newRefreshToken, type Session } from './sessions.ts'

export type PresentedToken = { token: string; session_id: string | null; revoked: boolean; age_s: number }

/**
 * Locks the session of a refresh token until the transaction ends, so that concurrent refreshes run one after the
 * other. The token is read after locking: before it, its state could be outdated.
 */
export async function lockRefreshToken(tx: Transaction, token: string) {
  const [session] = await tx.query<{ session: Session }>(
    `select to_jsonb(s) as session from auth.sessions s
      where s.id = (select session_id from auth.refresh_tokens where token = $1) for update`,
    [token],
  )
  const [presented] = await tx.query<PresentedToken>(
    `select token, session_id, coalesce(revoked, false) as revoked,
            extract(epoch from clock_timestamp() - updated_at)::float8 as age_s
       from auth.refresh_tokens where token = $1`,
    [token],
  )
  return { session: session?.session, presented }
}

export type ActiveToken = { token: string; parent: string | null }

/** The token that a session's client should have: the latest that is not revoked. */
export async function activeToken(tx: Transaction, sessionId: string) {
  const [active] = await tx.query<ActiveToken>(
    `select token, parent from auth.refresh_tokens
      where session_id = $1 and not coalesce(revoked, false) order by id desc limit 1`,
    [sessionId],
  )
  return active
}

/** Revokes a token and returns its successor. A token revoked earlier keeps the time of its first revocation. */
export async function swapToken(tx: Transaction, session: Session, parent: string): Promise<string> {
  const child = newRefreshToken()
  await tx.query(
    `with spent as (
       update auth.refresh_tokens set revoked = true, updated_at = now()
        where token = $1 and not coalesce(revoked, false))
     insert into auth.refresh_tokens (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ('${INSTANCE_ID}', $2, $3, $4, $1, false, now(), now())`,
    [parent, child, session.user_id, session.id],
  )
  return child
}

/**
 * Ends a session whose refresh token was stolen: nothing of it can be refreshed, and its access tokens end too. The row
 * stays, so that later refreshes are told why.
 */
export async function endStolenSession(tx: Transaction, sessionId: string) {
  await tx.query(
    `with over as (
       update auth.sessions set not_after = least(not_after, now()), updated_at = now() where id = $1)
     update auth.refresh_tokens set revoked = true, updated_at = now()
      where session_id = $1 and not coalesce(revoked, false)`,
    [sessionId],
  )
}

export async function noteRefresh(tx: Transaction, sessionId: string, visitor: Visitor) {
  await tx.query(
    `update auth.sessions
        set refreshed_at = (now() at time zone 'utc'), updated_at = now(), user_agent = $2, ip = $3
      where id = $1`,
    [sessionId, visitor.userAgent, visitor.ip],
  )
}
