import type { FastifyInstance } from 'fastify'
import { authErrors } from '../errors.ts'
import { insertChallenge, lockFactor } from '../factors/factors.ts'
import { type FactorRoute, factorIdOf } from '../http/factor-id.ts'
import { visitorOf } from '../http/visitor.ts'
import { audit } from '../people/audit.ts'

/** POST /factors/{id}/challenge: asks the factor for a proof, which must come soon and from the same address. */
export async function challengeFactor(app: FastifyInstance) {
  const { totp } = app.authSettings

  app.post<FactorRoute>('/:factorId/challenge', { onRequest: app.limitAddress('challengeFactor') }, async (request) => {
    const factorId = factorIdOf(request)
    const { user } = request.person
    const visitor = visitorOf(request)
    return app.database.transaction({}, async (tx) => {
      const factor = await lockFactor(tx, factorId, user.id)
      if (!factor) throw authErrors.factorNotFound()
      const { factor_type: type, status } = factor
      if (type !== 'totp' || !totp.canVerify) throw authErrors.factorVerifyDisabled(type)
      const { id, expiresAt } = await insertChallenge(tx, factorId, visitor)
      await audit(tx, user, 'challenge_created', visitor, { factor_id: factorId, factor_status: status })
      return { id, type, expires_at: expiresAt }
    })
  })
}
