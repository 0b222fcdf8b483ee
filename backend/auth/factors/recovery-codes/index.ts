import type { FastifyInstance } from 'fastify'
import { generateRecoveryCodes } from './generate.ts'
import { recoveryCodesStatus } from './get-status.ts'
import { regenerateRecoveryCodes } from './regenerate.ts'
import { unenrollRecoveryCodes } from './unenroll.ts'
import { verifyRecoveryCode } from './verify.ts'

/** Codes to keep on paper, each good once, for whoever lost their other factors: below /factors/recovery-codes. */
export async function recoveryCodes(app: FastifyInstance) {
  app.register(recoveryCodesStatus)
  app.register(generateRecoveryCodes)
  app.register(verifyRecoveryCode)
  app.register(regenerateRecoveryCodes)
  app.register(unenrollRecoveryCodes)
}
