import type { FastifyInstance } from 'fastify'
import { verifyCode } from './verify-code.ts'
import { verifyLink } from './verify-link.ts'

export type VerifyOptions = { limit: ReturnType<FastifyInstance['limitAddress']> }

export const halfWay = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The two ways to use what a mail brought; an address that guesses is counted over both. */
export async function verify(app: FastifyInstance) {
  const limit = app.limitAddress('verify')
  app.register(verifyLink, { limit })
  app.register(verifyCode, { limit })
}
