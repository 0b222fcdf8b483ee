import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { authErrors } from '../errors.ts'
import { factorErrors } from '../factors/errors.ts'
import type { FactorKind } from '../factors/factor-kind.ts'
import { closeChallenge, dropFactor, lastChallengeFrom } from '../factors/factor-rows.ts'
import type { Parts } from '../feature.ts'
import { interval } from '../limits/auth-limits.ts'
import { parsePhone } from '../users/parse-contacts.ts'
import type { User } from '../users/user.ts'
import { lockUser } from '../users/user-rows.ts'
import type { PhoneFactorSection } from './phone-factor-section.ts'

/** The second factor of codes that are sent to a phone. */
export function phoneFactor(
  app: FastifyInstance,
  { mfa: { phone: section } }: { mfa: { phone: PhoneFactorSection } },
): Parts {
  const betweenTwoMs = interval('auth.mfa.phone', section.max_frequency)
  const { oneTimeCodes: codes } = app
  const factorKind: FactorKind = {
    type: 'phone',
    canEnroll: section.enroll_enabled ?? false,
    canVerify: section.verify_enabled ?? false,
    enroll(user, { phone: asked }) {
      if (asked === '') throw factorErrors.phoneMissing()
      const phone = parsePhone(asked)
      return { secret: null, phone, prepare: (tx) => dropUnverifiedFactors(tx, user, phone), told: { phone: asked } }
    },
    async ask(tx, { user, factor, visitor }) {
      const lastAt = await lastChallengeFrom(tx, factor.id, visitor)
      const waitMs = (app.authLimits ? betweenTwoMs : 0) + (lastAt?.getTime() ?? Number.NaN) - Date.now()
      if (waitMs > 0) throw authErrors.smsTooSoon(Math.ceil(waitMs / 1000))
      const phone = factor.phone ?? ''
      const { code } = codes.create(phone, section.otp_length ?? 6)
      return {
        question: { codeHash: codes.hash(phone, code), key: null },
        send: () => app.authSms.sendFactorCode(user, factor, { code, template: section.template }, visitor),
      }
    },
    async prove(tx, { phone }, { code, challengeId, openChallenge }) {
      if (code === '') throw factorErrors.codeMissing()
      const { codeHash } = await openChallenge()
      if (codeHash !== codes.hash(phone ?? '', code)) throw factorErrors.wrongPhoneCode()
      await closeChallenge(tx, challengeId)
    },
  }
  return { factorKind }
}

/** Removes an earlier unfinished factor of the same number, since a number can be a factor only once. */
async function dropUnverifiedFactors(tx: Transaction, { id }: User, phone: string) {
  const same = (await lockUser(tx, id))?.factors.find((factor) => factor.phone === phone)
  if (same?.status === 'verified') throw factorErrors.phoneVerified()
  if (same) await dropFactor(tx, same.id)
}
