import { randomBytes, randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import type { FlowMethod } from '../codes/flow-state.ts'
import type { Visitor } from '../http/visitor.ts'
import { INSTANCE_ID } from '../people/users.ts'

/** How somebody proved who they are, as the token's `amr` claim names it. */
export type SignInMethod = 'password' | 'otp' | FlowMethod

export type Session = {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2' | 'aal3' | null
  created_at: string
  not_after: string | null
  refreshed_at: string | null
}

export type OpenedSession = { id: string; aal: 'aal1' | 'aal2' | 'aal3'; amr: AmrEntry[]; refreshToken: string }

export type AmrEntry = { method: string; timestamp: number }

/** Signs somebody in: session, first refresh token, how they proved themselves, and the time of it, in one statement. */
export async function openSession(
  tx: Transaction,
  userId: string,
  method: SignInMethod,
  visitor: Visitor,
): Promise<OpenedSession> {
  const id = randomUUID()
  const refreshToken = newRefreshToken()
  const [signedIn] = await tx.query<{ timestamp: number }>(
    `with session as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
       values ($1, $2, now(), now(), 'aal1', $3, $4)),
     token as (
       insert into auth.refresh_tokens (instance_id, token, user_id, session_id, revoked, created_at, updated_at)
       values ('${INSTANCE_ID}', $5, $6, $1, false, now(), now())),
     amr as (
       insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
       values ($7, $1, $8, now(), now()))
     update auth.users set last_sign_in_at = now(), updated_at = now() where id = $2
     returning floor(extract(epoch from now()))::int as timestamp`,
    [id, userId, visitor.userAgent, visitor.ip, refreshToken, userId, randomUUID(), method],
  )
  if (!signedIn) throw new Error(`The user ${userId} vanished while signing in.`)
  return { id, aal: 'aal1', amr: [{ method, ...signedIn }], refreshToken }
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** Twelve characters of base32, as GoTrue's: 60 random bits. */
export const newRefreshToken = () => Array.from(randomBytes(12), (byte) => alphabet[byte % alphabet.length]).join('')

/** The session's proofs, newest first. */
export async function readAmr(tx: Transaction, sessionId: string): Promise<AmrEntry[]> {
  return tx.query<AmrEntry>(
    `select authentication_method as method, floor(extract(epoch from created_at))::int as timestamp
       from auth.mfa_amr_claims where session_id = $1 order by created_at desc`,
    [sessionId],
  )
}

/** Ends one session; its refresh tokens go with it, and its access token stops working everywhere at once. */
export async function endSession(tx: Transaction, sessionId: string) {
  await tx.query('delete from auth.sessions where id = $1', [sessionId])
}

export async function endSessions(tx: Transaction, userId: string, options: { except?: string } = {}) {
  await tx.query('delete from auth.sessions where user_id = $1 and id is distinct from $2', [
    userId,
    options.except ?? null,
  ])
}
