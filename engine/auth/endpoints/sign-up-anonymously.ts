import type { FastifyInstance, FastifyRequest } from 'fastify'
import { registerAnonymousUser } from '../accounts/register-user.ts'
import { withUserCreation } from '../accounts/user-creation.ts'
import { authErrors } from '../errors.ts'
import { type SessionJson, sessionJson } from '../sessions/session-json.ts'
import { openSession } from '../sessions/sessions.ts'
import { audit } from '../users/audit-log.ts'
import type { Metadata } from '../users/user.ts'
import { visitorOf } from '../visitor.ts'

/** Signs up without an address or number: the anonymous user is signed in at once (docs/wire/auth.md#sign-up). */
export function anonymousSignUp(app: FastifyInstance) {
  const limit = app.limitAddress('signUpAnonymously')

  return async (request: FastifyRequest, data: Metadata): Promise<SessionJson> => {
    if (!app.authSettings.anonymousEnabled) throw authErrors.anonymousDisabled()
    await limit(request)
    if (!app.authSettings.signUpEnabled) throw authErrors.signUpDisabled()
    const visitor = visitorOf(request)
    const signedIn = await withUserCreation(app, visitor, async (tx) => {
      const user = await registerAnonymousUser(tx, data)
      await audit(tx, user, 'user_signedup', visitor, { provider: 'anonymous' })
      return openSession(tx, { user, method: 'anonymous', provider: 'anonymous', visitor })
    })
    return sessionJson(app, signedIn)
  }
}
