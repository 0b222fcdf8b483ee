import type { FastifyInstance } from 'fastify'
import { refuseAnonymous } from '../http/signed-in.ts'
import { challengeFactor } from './challenge-factor.ts'
import { enrollFactor } from './enroll-factor.ts'
import { unenrollFactor } from './unenroll-factor.ts'
import { verifyFactor } from './verify-factor.ts'

/** The caller's second factors, below /factors (docs/wire/auth.md#second-factors). */
export async function factors(app: FastifyInstance) {
  app.addHook('onRequest', refuseAnonymous)
  app.register(enrollFactor)
  app.register(challengeFactor)
  app.register(verifyFactor)
  app.register(unenrollFactor)
}
