import type { FastifyInstance } from 'fastify'

const LOOK_EVERY_MS = 100

/**
 * Node closes the connections that are idle when the server begins to stop, and waits for the others also once their
 * answer is out: for as long as browsers like to keep them, which is more than a minute.
 */
export function closeIdleConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const looking = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS).unref()
    app.server.once('close', () => clearInterval(looking))
  })
}
