import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import { invalidateLinks } from '../codes/invalidate-links.ts'
import type { FlowMethod } from '../codes/pkce-flow.ts'
import { randomBase32 } from '../codes/random-base32.ts'
import { authErrors } from '../errors.ts'
import { auditPayload } from '../users/audit-log.ts'
import type { User } from '../users/user.ts'
import { INSTANCE_ID, userAsJson } from '../users/user-rows.ts'
import type { Visitor } from '../visitor.ts'

/** The prefix of the provider of identities from an organisation's single sign-on. */
export const SSO_PREFIX = 'sso:'

/** The sign-in method, as in the token's `amr` claim. */
export type SignInMethod = 'password' | 'otp' | 'anonymous' | 'passkey' | FlowMethod

/** The method of a second factor, in the same claim. */
export type FactorMethod = 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code'

export type Session = {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2' | 'aal3' | null
  created_at: string
  not_after: string | null
  refreshed_at: string | null
}

export type OpenedSession = {
  id: string
  aal: 'aal1' | 'aal2' | 'aal3'
  amr: AmrEntry[]
  refreshToken: string
}

/** `provider` is the identity provider, for single sign-on only. */
export type AmrEntry = { method: string; timestamp: number; provider?: string }

export type SignedIn = { user: User; session: OpenedSession }

type SignIn = {
  user: Pick<User, 'id' | 'email'>
  method: SignInMethod
  visitor: Visitor
  /** The provider for the audit log; left out, it is the user's own address or number. */
  provider?: string
  /** When the session ends in any case; left out, never. */
  notAfter?: string | null
  /** If given, the user is signed in only while this is the hash of their password. */
  onlyWithPasswordHash?: string | null
}

/**
 * Signs a user in: session, first refresh token, method, time of sign-in and audit log line are one statement, since
 * many users sign in at once. Throws `invalid_credentials` when the user or that password no longer exists, or when
 * they were just banned.
 */
export async function openSession(
  tx: Transaction,
  { user, method, visitor, provider = 'email', notAfter = null, onlyWithPasswordHash }: SignIn,
): Promise<SignedIn> {
  const id = randomUUID()
  const refreshToken = newRefreshToken()
  const [row] = await tx.query<{ user: User; timestamp: number }>(
    `with person as (
       update auth.users u set last_sign_in_at = now(), updated_at = now()
        where u.id = $2 and ($3::text is null or u.encrypted_password = $3)
          and (u.banned_until is null or u.banned_until <= now())
       returning u.*),
     session as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, not_after)
       select $1, p.id, now(), now(), 'aal1', $4, $5, $10 from person p),
     token as (
       insert into auth.refresh_tokens (instance_id, token, user_id, session_id, revoked, created_at, updated_at)
       select '${INSTANCE_ID}', $6, p.id::text, $1, false, now(), now() from person p),
     amr as (
       insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
       select gen_random_uuid(), $1, $7, now(), now() from person p),
     log as (
       insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
       select '${INSTANCE_ID}', gen_random_uuid(), $8, now(), $9 from person p)
     select ${userAsJson('p')} as user, floor(extract(epoch from now()))::int as timestamp from person p`,
    [
      id,
      user.id,
      onlyWithPasswordHash ?? null,
      visitor.userAgent,
      visitor.ip,
      refreshToken,
      method,
      auditPayload(user, 'login', { provider }),
      visitor.ip ?? '',
      notAfter,
    ],
  )
  if (!row) throw authErrors.wrongCredentials()
  const amr = [amrEntry(method, row.timestamp, ssoProviderOf(row.user))]
  return {
    user: row.user,
    session: { id, aal: 'aal1', amr, refreshToken },
  }
}

/** Continues an existing session with this refresh token. */
export async function continueSession(tx: Transaction, session: Session, refreshToken: string): Promise<OpenedSession> {
  const { id, aal } = session
  return { id, aal: aal ?? 'aal1', amr: await readAmr(tx, id), refreshToken }
}

/** Twelve characters of base32, like GoTrue's: 60 random bits. */
export const newRefreshToken = () => randomBase32(12)

/** The session's authentication methods, newest first. */
export async function readAmr(tx: Transaction, sessionId: string): Promise<AmrEntry[]> {
  const rows = await tx.query<{ method: string; timestamp: number; provider: string | null }>(
    `select a.authentication_method as method, floor(extract(epoch from a.updated_at))::int as timestamp,
            (select i.provider from auth.sessions s join auth.identities i on i.user_id = s.user_id
              where s.id = a.session_id and starts_with(i.provider, '${SSO_PREFIX}') limit 1) as provider
       from auth.mfa_amr_claims a where a.session_id = $1 order by a.updated_at desc`,
    [sessionId],
  )
  return rows.map(({ method, timestamp, provider }) => amrEntry(method, timestamp, provider))
}

const ssoProviderOf = ({ identities }: User) =>
  identities.map(({ provider }) => provider).find((provider) => provider.startsWith(SSO_PREFIX)) ?? null

const amrEntry = (method: string, timestamp: number, provider: string | null): AmrEntry => ({
  method,
  timestamp,
  ...(method === 'sso/saml' && provider !== null && { provider: provider.slice(SSO_PREFIX.length) }),
})

/** Ends one session with its refresh tokens; its access token stops working everywhere at once. */
export async function endSession(tx: Transaction, sessionId: string) {
  await tx.query('delete from auth.sessions where id = $1', [sessionId])
}

/** Ends all sessions of a user, and voids the links and codes that would open new ones. */
export async function endSessions(tx: Transaction, userId: string, options: { except?: string } = {}) {
  await invalidateLinks(tx, userId, { keepChanges: true })
  await dropSessions(tx, userId, options)
}

export async function dropSessions(tx: Transaction, userId: string, { except }: { except?: string } = {}) {
  await tx.query('delete from auth.sessions where user_id = $1 and id is distinct from $2', [userId, except ?? null])
}
