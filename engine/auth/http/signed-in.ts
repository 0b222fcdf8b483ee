import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Claims, Transaction } from '../../database/database.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { authErrors } from '../errors.ts'
import type { Session } from '../sessions/sessions.ts'
import type { SignedInPerson } from '../sessions/signed-in-person.ts'
import { readerOf } from '../single-statements.ts'
import { isBanned, type User } from '../users/user.ts'
import { userAsJson } from '../users/user-rows.ts'
import { bearerClaims } from './bearer-claims.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, read from the database for this request. */
    person: SignedInPerson
  }
}

/**
 * Requires a user with an active session. User and session are read for every request, so a revocation takes effect at
 * once.
 */
export const signedIn = fp(
  async function signedIn(app) {
    app.decorateRequest('person')

    app.addHook('onRequest', async (request) => {
      request.person = await personOf(app, request)
    })
  },
  { name: 'signed-in' },
)

/** Refuses anonymous users. */
export async function refuseAnonymous({ person }: FastifyRequest) {
  if (person.user.is_anonymous) throw authErrors.notForAnonymous()
}

/** The user whose active session the bearer token belongs to; throws where there is none. */
export async function personOf(app: FastifyInstance, request: FastifyRequest): Promise<SignedInPerson> {
  const claims = await bearerClaims(app, request)
  const { sub } = claims
  if (sub === undefined || sub === '') throw authErrors.noSubject()
  if (!isUuid(sub)) throw authErrors.malformedSubject()
  const found = await findPerson(readerOf(app.database), sub, sessionOf(claims))
  if (!found) throw authErrors.userGone()
  if (isBanned(found.user)) throw authErrors.banned()
  if (sessionOf(claims) !== null && !isSessionAlive(found.session)) throw authErrors.sessionGone()
  return { ...found, claims }
}

type UserAndSession = { user: User; session: Session | null }

async function findPerson(
  tx: Transaction,
  userId: string,
  sessionId: string | null,
): Promise<UserAndSession | undefined> {
  const [row] = await tx.query<UserAndSession>(
    `select ${userAsJson('u')} as user,
            (select to_jsonb(s) from auth.sessions s where s.id = $2 and s.user_id = u.id) as session
       from auth.users u where u.id = $1`,
    [userId, sessionId],
  )
  return row
}

const sessionOf = (claims: Claims): string | null =>
  claims.session_id !== undefined && isUuid(claims.session_id) ? claims.session_id : null

const isSessionAlive = (session: Session | null) =>
  session !== null && (session.not_after === null || Date.parse(session.not_after) > Date.now())
