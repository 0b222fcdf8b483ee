import type { FastifyInstance } from 'fastify'
import { authErrors } from '../errors.ts'
import { queryText } from '../http/read-body.ts'
import { endSession, endSessions } from '../sessions/sessions.ts'
import { audit } from '../users/audit-log.ts'
import { visitorOf } from '../visitor.ts'

const scopes = ['global', 'local', 'others'] as const
type Scope = (typeof scopes)[number]

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/**
 * POST /logout?scope=: ends all of the caller's sessions, this one, or all others. The answer has no body
 * (docs/wire/auth.md#logging-out).
 */
export async function logOut(app: FastifyInstance) {
  app.post('/logout', async (request, reply) => {
    const scope = queryText(request, 'scope') || 'global'
    if (!isScope(scope)) throw authErrors.unknownLogoutScope(scope)
    const { user, session } = request.person
    await app.database.transaction({}, async (tx) => {
      await audit(tx, user, 'logout', visitorOf(request))
      if (!session || scope === 'global') await endSessions(tx, user.id)
      else if (scope === 'local') await endSession(tx, session.id)
      else await endSessions(tx, user.id, { except: session.id })
    })
    return reply.code(204).send()
  })
}
