import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { factorErrors } from '../factors/errors.ts'
import { type ChallengedType, kindOf } from '../factors/factor-kind.ts'
import { requireBelowFactorLimit } from '../factors/factor-limit.ts'
import { insertFactor } from '../factors/factor-rows.ts'
import { readBody, text } from '../http/read-body.ts'
import { audit } from '../users/audit-log.ts'
import { visitorOf } from '../visitor.ts'

const body = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text })

const types = ['totp', 'phone', 'webauthn'] as const satisfies ChallengedType[]

/**
 * POST /factors: the first step of setting up a second factor, which becomes active once its first code was entered.
 */
export async function enrollFactor(app: FastifyInstance) {
  const { maxFactors } = app.authSettings

  app.post('/', async (request) => {
    const { factor_type: asked, friendly_name: name, ...details } = readBody(request, body)
    const type = types.find((one) => one === asked)
    if (!type) throw factorErrors.typeUnknown()
    const kind = kindOf(app, type)
    if (!kind?.canEnroll) throw factorErrors.enrollDisabled(type)
    const { person } = request
    const { user } = person
    const { secret, phone, prepare, told } = kind.enroll(user, details)
    const id = await app.database.transaction({}, async (tx) => {
      await prepare?.(tx)
      await requireBelowFactorLimit(tx, person, { name, maxFactors })
      const id = await insertFactor(tx, { user_id: user.id, factor_type: type, friendly_name: name, secret, phone })
      await audit(tx, user, 'factor_in_progress', visitorOf(request), { factor_id: id, factor_type: type })
      return id
    })
    return { id, type, friendly_name: name, ...told }
  })
}
