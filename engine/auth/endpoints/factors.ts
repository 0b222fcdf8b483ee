import type { FastifyInstance } from 'fastify'
import { authErrors } from '../errors.ts'
import { recoveryCodes } from '../factors/recovery-codes/index.ts'
import { challengeFactor } from './challenge-factor.ts'
import { enrollFactor } from './enroll-factor.ts'
import { unenrollFactor } from './unenroll-factor.ts'
import { verifyFactor } from './verify-factor.ts'

/** Second factors of the caller, below /factors (docs/wire/auth.md#second-factors). */
export async function factors(app: FastifyInstance) {
  app.addHook('onRequest', async ({ person }) => {
    if (person.user.is_anonymous) throw authErrors.notForAnonymous()
  })
  app.register(enrollFactor)
  app.register(challengeFactor)
  app.register(verifyFactor)
  app.register(unenrollFactor)
  app.register(recoveryCodes, { prefix: '/recovery-codes' })
}
