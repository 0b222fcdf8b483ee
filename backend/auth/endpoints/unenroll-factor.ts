import type { FastifyInstance } from 'fastify'
import { lockFactor } from '../factors/factors.ts'
import { factorRefusals } from '../factors/refusals.ts'
import { removeFactor } from '../factors/remove-factor.ts'
import { type FactorRoute, factorIdOf } from '../http/factor-id.ts'
import { visitorOf } from '../http/visitor.ts'
import { audit } from '../people/audit.ts'
import { hasSecondFactor } from '../sessions/levels.ts'

/** DELETE /factors/{id}. One that counts is given up only by whoever has just shown it. */
export async function unenrollFactor(app: FastifyInstance) {
  app.delete<FactorRoute>('/:factorId', async (request) => {
    const factorId = factorIdOf(request)
    const { user } = request.person
    await app.database.transaction({}, async (tx) => {
      const factor = await lockFactor(tx, factorId, user.id)
      if (!factor) throw factorRefusals.notFound()
      if (factor.status === 'verified' && !hasSecondFactor(request.person)) throw factorRefusals.levelTooLowToUnenroll()
      await removeFactor(tx, factor)
      const traits = { factor_id: factorId, factor_status: factor.status }
      await audit(tx, user, 'factor_unenrolled', visitorOf(request), traits)
    })
    return { id: factorId }
  })
}
