import type { FastifyInstance } from 'fastify'
import { canStandAlone } from '../factors/factor-kind.ts'
import type { Parts } from '../feature.ts'
import { refuseAnonymous } from '../http/signed-in.ts'
import { recoveryErrors } from './errors.ts'
import { generateRecoveryCodes } from './generate.ts'
import { recoveryCodesStatus } from './get-status.ts'
import { regenerateRecoveryCodes } from './regenerate.ts'
import { unenrollRecoveryCodes } from './unenroll.ts'
import { verifyRecoveryCode } from './verify.ts'
import { wrongCodes } from './wrong-code-limit.ts'

type Switches = {
  mfa: { recovery_codes: { enroll_enabled?: boolean | undefined; verify_enabled?: boolean | undefined } }
}

const prefix = '/factors/recovery-codes'

/** Recovery codes on paper, each valid once, for users who have lost their other factors. */
export function recoveryCodeRoutes(app: FastifyInstance, { mfa: { recovery_codes: switches } }: Switches): Parts {
  const wrong = wrongCodes(app.bus)
  const canEnroll = switches.enroll_enabled ?? false
  const canVerify = switches.verify_enabled ?? false
  return {
    async signedIn(app) {
      app.addHook('onRequest', refuseAnonymous)
      app.register(recoveryCodesStatus, { prefix, canEnroll })
      app.register(generateRecoveryCodes, { prefix, canEnroll })
      app.register(verifyRecoveryCode, { prefix, canVerify, wrong })
      app.register(regenerateRecoveryCodes, { prefix, canEnroll, wrong })
      app.register(unenrollRecoveryCodes, { prefix })
    },
    requireRest(factors) {
      const hasCodes = factors.some(({ factor_type }) => factor_type === 'recovery_code')
      if (hasCodes && !canStandAlone(app, factors)) throw recoveryErrors.lastBesideCodes()
    },
  }
}
