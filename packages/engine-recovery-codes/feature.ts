import { type RecoveryCodesFeature, refuseAnonymous } from 'engine/feature'
import { generateRecoveryCodes } from './generate.ts'
import { recoveryCodesStatus } from './get-status.ts'
import { regenerateRecoveryCodes } from './regenerate.ts'
import { unenrollRecoveryCodes } from './unenroll.ts'
import { verifyRecoveryCode } from './verify.ts'
import { wrongCodes } from './wrong-code-limit.ts'

const prefix = '/factors/recovery-codes'

/** Recovery codes on paper, each valid once, for users who have lost their other factors. */
export const feature: RecoveryCodesFeature = {
  recoveryCodes(app, { mfa: { recovery_codes: switches } }) {
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
    }
  },
}
