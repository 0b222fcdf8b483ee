import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { factorErrors } from '../factors/errors.ts'
import { type FactorRoute, factorIdOf } from '../factors/factor-id.ts'
import { requireKind } from '../factors/factor-kind.ts'
import { dropChallenge, insertChallenge, lockFactor } from '../factors/factor-rows.ts'
import { readOptionalBody, text } from '../http/read-body.ts'
import { requireChannel } from '../mail/prepare-text-messages.ts'
import { audit } from '../users/audit-log.ts'
import { visitorOf } from '../visitor.ts'

const body = z.object({ channel: text })

/** POST /factors/{id}/challenge: starts a challenge, which must be answered soon and from the same address. */
export async function challengeFactor(app: FastifyInstance) {
  app.post<FactorRoute>('/:factorId/challenge', { onRequest: app.limitAddress('challengeFactor') }, async (request) => {
    const factorId = factorIdOf(request)
    requireChannel(readOptionalBody(request, body).channel)
    const { user } = request.person
    const visitor = visitorOf(request)
    const { type, challenge, asking } = await app.database.transaction({}, async (tx) => {
      const factor = await lockFactor(tx, factorId, user.id)
      if (!factor) throw factorErrors.notFound()
      const kind = requireKind(app, factor.factor_type)
      const asking = await kind.ask(tx, { user, factor, visitor })
      const challenge = await insertChallenge(tx, factorId, visitor, asking.question)
      await audit(tx, user, 'challenge_created', visitor, { factor_id: factorId, factor_status: factor.status })
      return { type: kind.type, challenge, asking }
    })
    await asking.send?.().catch(async (error: unknown) => {
      await app.database.transaction({}, (tx) => dropChallenge(tx, challenge.id))
      throw error
    })
    return { id: challenge.id, type, expires_at: challenge.expiresAt, ...asking.told }
  })
}
