import type { FastifyInstance } from 'fastify'
import { version } from '../../kernel/version.ts'

/** GET /health: reports GoTrue's name, because tools look for it. */
export async function health(app: FastifyInstance) {
  app.get('/health', async () => ({
    version,
    name: 'GoTrue',
    description: 'An auth service of its own, which speaks the wire format of GoTrue',
  }))
}
