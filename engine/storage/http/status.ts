import type { FastifyInstance } from 'fastify'
import { version } from '../../kernel/version.ts'

/** Status endpoints for monitoring: that the service is up, its name, and whether its database answers. */
export async function status(app: FastifyInstance) {
  app.get('/status', async (_request, reply) => reply.send())
  app.get('/version', async (_request, reply) => reply.type('text/plain').send(version))
  app.get('/health', async (_request, reply) => {
    const healthy = await app.database.run({}, { text: 'select 1' }).then(
      () => true,
      () => false,
    )
    return reply.code(healthy ? 200 : 503).send({ healthy })
  })
}
