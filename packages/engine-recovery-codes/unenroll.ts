import { audit, hasSecondFactor, lockUser, removeFactor, visitorOf } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { findCodeSet } from './code-set.ts'
import { recoveryErrors } from './errors.ts'

/** DELETE /factors/recovery-codes. Sessions that used one of the codes return to their earlier level. */
export async function unenrollRecoveryCodes(app: FastifyInstance) {
  app.delete('/', async (request) => {
    const { user } = request.person
    if (!hasSecondFactor(request.person)) throw recoveryErrors.levelTooLow('delete')
    const id = await app.database.transaction({}, async (tx) => {
      await lockUser(tx, user.id)
      const set = await findCodeSet(tx, user.id)
      if (!set) throw recoveryErrors.none()
      await removeFactor(tx, { id: set.factorId, factor_type: 'recovery_code' })
      await audit(tx, user, 'recovery_codes_deleted', visitorOf(request), { factor_id: set.factorId })
      return set.factorId
    })
    return { id }
  })
}
