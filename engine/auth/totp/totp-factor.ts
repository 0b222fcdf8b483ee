import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { factorErrors } from '../factors/errors.ts'
import type { FactorKind } from '../factors/factor-kind.ts'
import { closeChallenge } from '../factors/factor-rows.ts'
import type { Parts } from '../feature.ts'
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

/** Uses up the code of an authenticator app; false where it, or a later one, was used before. */
async function spendTimeStep(tx: Transaction, factorId: string, step: number): Promise<boolean> {
  const rows = await tx.query(
    `insert into engine.used_totp_codes as used (factor_id, step) values ($1, $2)
     on conflict (factor_id) do update set step = excluded.step where used.step < excluded.step
     returning factor_id`,
    [factorId, step],
  )
  return rows.length > 0
}
