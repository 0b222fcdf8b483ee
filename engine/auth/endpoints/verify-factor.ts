import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { withRollback } from '../../database/with-rollback.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { AuthError, authErrors } from '../errors.ts'
import { amrMethods } from '../factors/amr-method.ts'
import { factorErrors } from '../factors/errors.ts'
import { type FactorRoute, factorIdOf } from '../factors/factor-id.ts'
import { keyAnswer, requireKind } from '../factors/factor-kind.ts'
import {
  findChallenge,
  lockFactor,
  markVerified,
  type OpenChallenge,
  type StoredFactor,
} from '../factors/factor-rows.ts'
import { readBody, text } from '../http/read-body.ts'
import { reportAttempt } from '../http/report-attempt.ts'
import { AccountAttempts } from '../limits/wrong-attempts-per-account.ts'
import type { NotificationMail } from '../mail/notification-mails.ts'
import { raiseAssuranceLevel, requireSecondFactor } from '../sessions/assurance-levels.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { audit } from '../users/audit-log.ts'
import { lockUser } from '../users/user-rows.ts'
import { type Visitor, visitorOf } from '../visitor.ts'

const body = z.object({ challenge_id: text, code: text, webauthn: keyAnswer.optional() })

/**
 * POST /factors/{id}/verify: the right code or key raises the session's assurance level; the session stays the same.
 */
export async function verifyFactor(app: FastifyInstance) {
  const listeners = app.authFeatures.parts('onFactorAttempt')
  const attempts = app.authLimits && new AccountAttempts(app.bus, 'codes of factors', app.authLimits.account.wrongCodes)

  app.post<FactorRoute>('/:factorId/verify', { onRequest: app.limitAddress('verifyFactor') }, async (request) => {
    const factorId = factorIdOf(request)
    const visitor = visitorOf(request)
    const { challenge_id: challengeId, ...given } = readBody(request, body)
    const { user, session } = request.person
    if (!session) throw authErrors.sessionGone()
    await attempts?.take(user.id, visitor)
    let notice: NotificationMail | undefined
    const work = async (tx: Transaction) => {
      const current = await lockUser(tx, user.id)
      if (!current) throw authErrors.userGone()
      const factor = await lockFactor(tx, factorId, user.id)
      if (!factor) throw factorErrors.notFound()
      // A person who knew the password before there was a factor may have left an unfinished one of their own.
      if (factor.status === 'unverified') {
        requireSecondFactor({ ...request.person, user: current }, factorErrors.levelTooLowToEnroll)
      }
      const challenge = () => openChallenge(tx, factor, challengeId, visitor)
      const proof = { ...given, challengeId, request, openChallenge: challenge }
      await requireKind(app, factor.factor_type).prove(tx, factor, proof)
      await audit(tx, user, 'verification_attempted', visitor, {
        factor_id: factorId,
        challenge_id: challengeId,
        factor_type: factor.factor_type,
      })
      if (factor.status === 'unverified') {
        notice = await app.notices.write(tx, 'mfa_factor_enrolled', user, { FactorType: factor.factor_type })
      }
      await markVerified(tx, factor)
      return raiseAssuranceLevel(tx, session, factorId, amrMethods[factor.factor_type])
    }
    if (listeners.length > 0) {
      const { factor_type = '' } = user.factors.find(({ id }) => id === factorId) ?? {}
      const attempt = { user_id: user.id, factor_id: factorId, factor_type, valid: await isGood(work) }
      await reportAttempt(app, listeners, attempt, visitor)
    }
    const signedIn = await app.database.transaction({}, work)
    await app.notices.send(notice)
    await attempts?.forgive(user.id, visitor)
    return sessionJson(app, signedIn)
  })

  /** Whether the proof is right, checked without any effect. Other errors are thrown. */
  async function isGood(work: (tx: Transaction) => Promise<unknown>): Promise<boolean> {
    try {
      await withRollback(app.database, {}, work)
      return true
    } catch (error) {
      if (error instanceof AuthError && error.code === 'mfa_verification_failed') return false
      throw error
    }
  }
}

async function openChallenge(
  tx: Transaction,
  { id }: StoredFactor,
  challengeId: string,
  visitor: Visitor,
): Promise<OpenChallenge> {
  const challenge = isUuid(challengeId) ? await findChallenge(tx, challengeId, id, visitor) : undefined
  if (!challenge) throw factorErrors.challengeUnknown()
  if (!challenge.isOpenTo) throw factorErrors.challengeOfSomebodyElse()
  if (challenge.isExpired) throw factorErrors.challengeExpired(challengeId)
  return challenge
}
