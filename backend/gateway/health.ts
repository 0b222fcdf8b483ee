import type { FastifyInstance } from 'fastify'

/**
 * For load balancers and people: is this process up, and does its database answer? Without its Redis it still serves
 * its own people, so that is said and nothing more.
 */
export async function health(app: FastifyInstance) {
  app.get('/health', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await app.database.run({}, { text: 'select 1' })
      return { status: 'ok', database: 'ok', ...app.bus.health() }
    } catch (error) {
      request.log.error(error, 'The database does not answer.')
      return reply.code(503).send({ status: 'unavailable', database: 'no answer', ...app.bus.health() })
    }
  })
}
