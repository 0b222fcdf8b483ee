import type { FastifyInstance } from 'fastify'
import { verifyCode } from './verify-code.ts'
import { verifyLink } from './verify-link.ts'

/** The two endpoints that use a token; they share one limit for each address. */
export async function verify(app: FastifyInstance) {
  const limit = app.limitAddress('verify')
  app.register(verifyLink, { limit })
  app.register(verifyCode, { limit })
}
