import type { FastifyInstance } from 'fastify'
import { factorErrors } from '../factors/errors.ts'
import type { FactorKind } from '../factors/factor-kind.ts'
import { closeChallenge } from '../factors/factor-rows.ts'
import type { Parts } from '../feature.ts'
import { spendTimeStep } from './spent-codes.ts'
import { matchingTimeStep, newSecret, qrCode, totpUri } from './totp-codes.ts'

type Switches = { mfa: { totp: { enroll_enabled?: boolean | undefined; verify_enabled?: boolean | undefined } } }

/** The second factor of codes that an app on a phone computes from a shared secret. */
export function totp({ authSettings: { siteUrl } }: FastifyInstance, { mfa: { totp } }: Switches): Parts {
  const factorKind: FactorKind = {
    type: 'totp',
    canEnroll: totp.enroll_enabled ?? true,
    canVerify: totp.verify_enabled ?? true,
    enroll(user, { issuer }) {
      const secret = newSecret()
      const uri = totpUri(secret, user.email || user.phone || '', issuer || new URL(siteUrl).host)
      return { secret, phone: null, told: { totp: { qr_code: qrCode(uri), secret, uri } } }
    },
    async ask() {
      // The app computes its codes itself.
      return { question: { codeHash: null, key: null } }
    },
    async prove(tx, { id, secret }, { code, challengeId, openChallenge }) {
      if (code === '') throw factorErrors.codeMissing()
      await openChallenge()
      const step = matchingTimeStep(secret ?? '', code)
      if (step === undefined || !(await spendTimeStep(tx, id, step))) throw factorErrors.wrongTotp()
      await closeChallenge(tx, challengeId)
    },
  }
  return { factorKind }
}
