import { audit, hasSecondFactor, lockUser, visitorOf } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { hashCodes, newRecoveryCodes } from './code-hashes.ts'
import { findCodeSet, replaceCodes } from './code-set.ts'
import { recoveryErrors } from './errors.ts'
import type { WrongCodes } from './wrong-code-limit.ts'

type Options = { canEnroll: boolean; wrong: WrongCodes }

/**
 * POST /factors/recovery-codes/regenerate: replaces the codes of the same factor and resets the count of wrong ones.
 */
export async function regenerateRecoveryCodes(app: FastifyInstance, { canEnroll, wrong }: Options) {
  app.post('/regenerate', async (request) => {
    if (!canEnroll) throw recoveryErrors.enrollDisabled()
    const { user } = request.person
    if (!hasSecondFactor(request.person)) throw recoveryErrors.levelTooLow('regenerate')
    const codes = newRecoveryCodes()
    const hashes = await hashCodes(codes)
    const { factorId, name } = await app.database.transaction({}, async (tx) => {
      await lockUser(tx, user.id)
      const set = await findCodeSet(tx, user.id)
      if (!set) throw recoveryErrors.none()
      await replaceCodes(tx, set.id, hashes)
      const traits = { factor_id: set.factorId, count: codes.length }
      await audit(tx, user, 'recovery_codes_regenerated', visitorOf(request), traits)
      return set
    })
    await wrong.forget(user.id, visitorOf(request))
    return { id: factorId, type: 'recovery_code', friendly_name: name, total: codes.length, codes }
  })
}
