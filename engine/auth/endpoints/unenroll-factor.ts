import type { FastifyInstance } from 'fastify'
import { authErrors } from '../errors.ts'
import { factorErrors } from '../factors/errors.ts'
import { type FactorRoute, factorIdOf } from '../factors/factor-id.ts'
import { canStandAlone } from '../factors/factor-kind.ts'
import { lockFactor } from '../factors/factor-rows.ts'
import { removeFactor } from '../factors/remove-factor.ts'
import { hasSecondFactor } from '../sessions/assurance-levels.ts'
import { audit } from '../users/audit-log.ts'
import { lockUser } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'

/** DELETE /factors/{id}. Removing an active factor requires a session that has used a second factor. */
export async function unenrollFactor(app: FastifyInstance) {
  app.delete<FactorRoute>('/:factorId', async (request) => {
    const factorId = factorIdOf(request)
    const { user } = request.person
    const notice = await app.database.transaction({}, async (tx) => {
      const current = await lockUser(tx, user.id)
      if (!current) throw authErrors.userGone()
      const factor = await lockFactor(tx, factorId, user.id)
      if (!factor) throw factorErrors.notFound()
      if (factor.factor_type === 'recovery_code') throw factorErrors.ofAnotherRoute()
      if (factor.status === 'verified') {
        if (!hasSecondFactor(request.person)) throw factorErrors.levelTooLowToUnenroll()
        const others = current.factors.filter(({ id }) => id !== factorId)
        const hasCodes = others.some(({ factor_type }) => factor_type === 'recovery_code')
        if (hasCodes && !canStandAlone(app, others)) throw factorErrors.lastBesideRecoveryCodes()
      }
      await removeFactor(tx, factor)
      const traits = { factor_id: factorId, factor_status: factor.status }
      await audit(tx, user, 'factor_unenrolled', visitorOf(request), traits)
      if (factor.status !== 'verified') return
      return app.notices.write(tx, 'mfa_factor_unenrolled', user, { FactorType: factor.factor_type })
    })
    await app.notices.send(notice)
    return { id: factorId }
  })
}
