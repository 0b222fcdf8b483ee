import {
  audit,
  canStandAlone,
  hasSecondFactor,
  lockUser,
  readOptionalBody,
  requireBelowFactorLimit,
  text,
  visitorOf,
} from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hashCodes, newRecoveryCodes } from './code-hashes.ts'
import { findCodeSet, insertCodeSet } from './code-set.ts'
import { recoveryErrors } from './errors.ts'

const body = z.object({ friendly_name: text })

const DEFAULT_NAME = 'Recovery codes'

/** POST /factors/recovery-codes: returns the codes this once, to a user who has just used another factor. */
export async function generateRecoveryCodes(app: FastifyInstance, { canEnroll }: { canEnroll: boolean }) {
  const { maxFactors } = app.authSettings

  app.post('/', async (request) => {
    if (!canEnroll) throw recoveryErrors.enrollDisabled()
    const { friendly_name: asked } = readOptionalBody(request, body)
    const name = asked.trim() === '' ? DEFAULT_NAME : asked
    const { person } = request
    if (!hasSecondFactor(person)) throw recoveryErrors.levelTooLow('generate')
    const codes = newRecoveryCodes()
    const hashes = await hashCodes(codes)
    const id = await app.database.transaction({}, async (tx) => {
      await lockUser(tx, person.user.id)
      if (await findCodeSet(tx, person.user.id)) throw recoveryErrors.there()
      const user = await requireBelowFactorLimit(tx, person, { name, maxFactors })
      if (!canStandAlone(app, user.factors)) throw recoveryErrors.alone()
      const factorId = await insertCodeSet(tx, { userId: user.id, name, hashes })
      const traits = { factor_id: factorId, count: codes.length }
      await audit(tx, user, 'recovery_codes_generated', visitorOf(request), traits)
      return factorId
    })
    return { id, type: 'recovery_code', friendly_name: name, total: codes.length, codes }
  })
}
