import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { hashCode } from '../codes/one-time-codes.ts'
import { authErrors } from '../errors.ts'
import { closeChallenge, findChallenge, lockFactor, markVerified, type StoredFactor } from '../factors/factors.ts'
import { requireSwitchedOn } from '../factors/switches.ts'
import { isCurrentCode } from '../factors/totp.ts'
import { AccountAttempts } from '../http/account-attempts.ts'
import { type FactorRoute, factorIdOf } from '../http/factor-id.ts'
import { readBody, text } from '../http/read-body.ts'
import { type Visitor, visitorOf } from '../http/visitor.ts'
import { isUuid } from '../people/addresses.ts'
import { audit } from '../people/audit.ts'
import { hasVerifiedFactor } from '../people/user.ts'
import { lockUser } from '../people/users.ts'
import { hasSecondFactor, raiseLevel } from '../sessions/levels.ts'
import { sessionJson } from '../sessions/session-json.ts'
import type { FactorMethod } from '../sessions/sessions.ts'

const body = z.object({ challenge_id: text, code: text })

type Proof = { challengeId: string; code: string; visitor: Visitor }

/** POST /factors/{id}/verify: with the right code the session is worth more, and stays the same session. */
export async function verifyFactor(app: FastifyInstance) {
  const attempts = app.authLimits && new AccountAttempts(app.bus, 'codes of factors', app.authLimits.account.wrongCodes)

  app.post<FactorRoute>('/:factorId/verify', { onRequest: app.limitAddress('verifyFactor') }, async (request) => {
    const factorId = factorIdOf(request)
    const { challenge_id: challengeId, code } = readBody(request, body)
    if (code === '') throw authErrors.factorCodeMissing()
    const { user, session } = request.person
    if (!session) throw authErrors.sessionGone()
    const visitor = visitorOf(request)
    await attempts?.take(user.id, visitor)
    const signedIn = await app.database.transaction({}, async (tx) => {
      const current = await lockUser(tx, user.id)
      if (!current) throw authErrors.userGone()
      const factor = await lockFactor(tx, factorId, user.id)
      if (!factor) throw authErrors.factorNotFound()
      // Whoever knew the password before there was a factor may have left a half of their own behind.
      const isNew = factor.status === 'unverified'
      if (isNew && hasVerifiedFactor(current) && !hasSecondFactor(request.person))
        throw authErrors.levelTooLowToEnroll()
      const method = await prove(tx, factor, { challengeId, code, visitor })
      await audit(tx, user, 'verification_attempted', visitor, {
        factor_id: factorId,
        challenge_id: challengeId,
        factor_type: factor.factor_type,
      })
      await closeChallenge(tx, challengeId)
      await markVerified(tx, factor)
      return raiseLevel(tx, session, factorId, method)
    })
    await attempts?.forgive(user.id, visitor)
    return sessionJson(app, signedIn)
  })

  /** Throws unless the code answers the challenge. A wrong one leaves the challenge open. */
  async function prove(
    tx: Transaction,
    factor: StoredFactor,
    { challengeId, code, visitor }: Proof,
  ): Promise<FactorMethod> {
    const { id, factor_type: type, secret, phone } = factor
    requireSwitchedOn(type, app.authSettings)
    const challenge = isUuid(challengeId) ? await findChallenge(tx, challengeId, id, visitor) : undefined
    if (!challenge) throw authErrors.challengeUnknown()
    if (!challenge.isOpenTo) throw authErrors.challengeOfSomebodyElse()
    if (challenge.isExpired) throw authErrors.challengeExpired(challengeId)
    if (type === 'phone') {
      if (challenge.codeHash !== hashCode(phone ?? '', code)) throw authErrors.wrongFactorCode()
      return 'mfa/phone'
    }
    if (!isCurrentCode(secret ?? '', code)) throw authErrors.wrongTotp()
    return 'totp'
  }
}
