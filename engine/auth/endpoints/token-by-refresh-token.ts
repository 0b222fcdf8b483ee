import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import type { AuthSettings } from '../auth-settings.ts'
import { authErrors } from '../errors.ts'
import { readBody, text } from '../http/read-body.ts'
import type { Grant } from '../sessions/grant.ts'
import {
  type ActiveToken,
  activeToken,
  endStolenSession,
  lockRefreshToken,
  noteRefresh,
  type PresentedToken,
  swapToken,
} from '../sessions/refresh-tokens.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { continueSession, type Session, type SignedIn } from '../sessions/sessions.ts'
import { audit } from '../users/audit-log.ts'
import { isBanned } from '../users/user.ts'
import { findUser } from '../users/user-rows.ts'
import { type Visitor, visitorOf } from '../visitor.ts'

/** A refresh that waits longer than this for another one of the same session is refused. */
const LOCK_TIMEOUT = '5s'
const LOCK_NOT_AVAILABLE = '55P03'

const body = z.object({ refresh_token: text })

/** grant_type=refresh_token (docs/wire/auth.md#refresh-grant). */
export function refreshTokenGrant(app: FastifyInstance): Grant {
  return { open }

  async function open(request: FastifyRequest) {
    const { refresh_token: token } = readBody(request, body)
    return refreshSession(app, request, token)
  }
}

/** Exchanges a refresh token for new tokens; throws where it is unknown, expired or stolen. */
async function refreshSession(app: FastifyInstance, request: FastifyRequest, token: string) {
  if (!/^[\w-]{12,255}$/.test(token)) throw authErrors.refreshTokenMalformed()
  const signedIn = await app.database
    .transaction({ settings: { lock_timeout: LOCK_TIMEOUT } }, (tx) =>
      refresh(tx, token, app.authSettings, visitorOf(request)),
    )
    .catch((error: unknown) => {
      throw error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
        ? authErrors.refreshConflict()
        : error
    })
  // Thrown after the transaction, because the revocation that a stolen token causes must be committed.
  if (!signedIn) throw authErrors.refreshTokenUsed()
  return sessionJson(app, signedIn, 'token_refresh')
}

/** Undefined when the token was stolen. */
async function refresh(
  tx: Transaction,
  token: string,
  settings: AuthSettings,
  visitor: Visitor,
): Promise<SignedIn | undefined> {
  const { session, presented } = await lockRefreshToken(tx, token)
  if (!presented) throw authErrors.refreshTokenUnknown()
  if (!session) throw authErrors.refreshTokenWithoutSession()
  const user = await findUser(tx, session.user_id)
  if (!user) throw authErrors.refreshTokenUnknown()
  if (isBanned(user)) throw authErrors.refreshBanned()
  const active = await activeToken(tx, session.id)
  // Rule 4 has revoked all tokens and ended the session; this error says why.
  if (!active) throw authErrors.refreshTokenUsed()
  requireWithinLimits(session, settings)

  const refreshToken = await nextToken(tx, session, { presented, active }, settings)
  if (refreshToken === undefined) {
    await audit(tx, user, 'token_revoked', visitor)
    return undefined
  }
  await noteRefresh(tx, session.id, visitor)
  await audit(tx, user, 'token_refreshed', visitor)
  return { user, session: await continueSession(tx, session, refreshToken) }
}

/**
 * The four rules of docs/wire/auth.md#refresh-tokens: the token that a client gets for this one; undefined when it was
 * stolen.
 */
async function nextToken(
  tx: Transaction,
  session: Session,
  { presented, active }: { presented: PresentedToken; active: ActiveToken },
  settings: AuthSettings,
): Promise<string | undefined> {
  // 1. The token is active: it is exchanged for the next.
  if (!presented.revoked) return swapToken(tx, session, presented.token)
  // 2. The answer to its exchange was lost, or two tabs raced: both get the active token.
  if (active.parent === presented.token) return active.token
  // 3. The token was exchanged a moment ago: a race with a later exchange.
  if (presented.age_s <= settings.refreshTokenReuseSeconds) return swapToken(tx, session, presented.token)
  // 4. The token was exchanged long ago, so either its owner or a thief uses it.
  if (!settings.refreshTokenRotation) throw authErrors.refreshTokenUsed()
  await endStolenSession(tx, session.id)
  return undefined
}

function requireWithinLimits(session: Session, { sessionTimeboxMs, sessionInactivityMs }: AuthSettings) {
  const ageSince = (time: string) => Date.now() - Date.parse(time)
  const isOver = session.not_after !== null && ageSince(session.not_after) >= 0
  if (isOver || (sessionTimeboxMs && ageSince(session.created_at) > sessionTimeboxMs)) {
    throw authErrors.refreshSessionExpired()
  }
  // Stored without a time zone, in UTC.
  const lastUsed = session.refreshed_at === null ? session.created_at : `${session.refreshed_at}Z`
  if (sessionInactivityMs && ageSince(lastUsed) > sessionInactivityMs) {
    throw authErrors.refreshSessionExpired(' (Inactivity)')
  }
}
