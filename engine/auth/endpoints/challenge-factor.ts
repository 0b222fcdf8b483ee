import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { authErrors } from '../errors.ts'
import { factorErrors } from '../factors/errors.ts'
import { type FactorRoute, factorIdOf } from '../factors/factor-id.ts'
import { dropChallenge, insertChallenge, lastChallengeFrom, lockFactor, type StoredFactor } from '../factors/factors.ts'
import { requireSwitchedOn } from '../factors/switches.ts'
import { askForProof } from '../factors/webauthn.ts'
import { readOptionalBody, text } from '../http/read-body.ts'
import { requireChannel } from '../mail/texts.ts'
import { audit } from '../people/audit.ts'
import { type Visitor, visitorOf } from '../visitor.ts'

const body = z.object({ channel: text })

/** POST /factors/{id}/challenge: asks the factor for a proof, which must come soon and from the same address. */
export async function challengeFactor(app: FastifyInstance) {
  const { authSettings, authLimits, oneTimeCodes } = app

  app.post<FactorRoute>('/:factorId/challenge', { onRequest: app.limitAddress('challengeFactor') }, async (request) => {
    const factorId = factorIdOf(request)
    requireChannel(readOptionalBody(request, body).channel)
    const { user } = request.person
    const visitor = visitorOf(request)
    const { factor, challenge, code, question } = await app.database.transaction({}, async (tx) => {
      const factor = await lockFactor(tx, factorId, user.id)
      if (!factor) throw factorErrors.notFound()
      requireSwitchedOn(factor.factor_type, authSettings)
      const code = await codeFor(tx, factor, visitor)
      const question =
        factor.factor_type === 'webauthn' ? await askForProof(tx, authSettings.relyingParty, user, factor) : undefined
      const challenge = await insertChallenge(tx, factorId, visitor, {
        codeHash: code && oneTimeCodes.hash(factor.phone ?? '', code),
        key: question ? { type: question.type, challenge: question.options.challenge } : null,
      })
      await audit(tx, user, 'challenge_created', visitor, { factor_id: factorId, factor_status: factor.status })
      return { factor, challenge, code, question }
    })
    if (code !== null) {
      await app.authSms.sendFactorCode(user, factor, code, visitor).catch(async (error: unknown) => {
        await app.database.transaction({}, (tx) => dropChallenge(tx, challenge.id))
        throw error
      })
    }
    return {
      id: challenge.id,
      type: factor.factor_type,
      expires_at: challenge.expiresAt,
      ...(question && { webauthn: { type: question.type, credential_options: { publicKey: question.options } } }),
    }
  })

  /** What a phone is sent; an authenticator app makes its own. */
  async function codeFor(
    tx: Transaction,
    { id, factor_type, phone }: StoredFactor,
    visitor: Visitor,
  ): Promise<string | null> {
    if (factor_type !== 'phone') return null
    const lastAt = await lastChallengeFrom(tx, id, visitor)
    const waitMs = (authLimits?.factorIntervalMs ?? 0) + (lastAt?.getTime() ?? Number.NaN) - Date.now()
    if (waitMs > 0) throw authErrors.smsTooSoon(Math.ceil(waitMs / 1000))
    return oneTimeCodes.create(phone ?? '', authSettings.phoneFactor.codeLength).code
  }
}
