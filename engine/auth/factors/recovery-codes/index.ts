import type { FastifyInstance } from 'fastify'
import { generateRecoveryCodes } from './generate.ts'
import { recoveryCodesStatus } from './get-status.ts'
import { regenerateRecoveryCodes } from './regenerate.ts'
import { unenrollRecoveryCodes } from './unenroll.ts'
import { verifyRecoveryCode } from './verify.ts'
import { wrongCodes } from './wrong-codes.ts'

/** Codes to keep on paper, each good once, for whoever lost their other factors: below /factors/recovery-codes. */
export async function recoveryCodes(app: FastifyInstance) {
  const wrong = wrongCodes(app.bus)
  app.register(recoveryCodesStatus)
  app.register(generateRecoveryCodes)
  app.register(verifyRecoveryCode, { wrong })
  app.register(regenerateRecoveryCodes, { wrong })
  app.register(unenrollRecoveryCodes)
}
