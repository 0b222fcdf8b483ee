import type { FastifyInstance } from 'fastify'
import { verifyCode } from './verify-code.ts'
import { verifyLink } from './verify-link.ts'

/** The two ways to use what a mail brought; an address that guesses is counted over both. */
export async function verify(app: FastifyInstance) {
  const limit = app.limitAddress('verify')
  app.register(verifyLink, { limit })
  app.register(verifyCode, { limit })
}
