import type { FastifyInstance } from 'fastify'

const LOOK_EVERY_MS = 100

/**
 * What is under way when the server begins to stop gets `patienceMs`: an answer may have no end. Node closes the
 * connections that are idle at that moment, and waits for the others also once their answer is out, for as long as
 * browsers like to keep them, which is more than a minute.
 */
export function stopInTime(app: FastifyInstance, patienceMs: number): void {
  app.addHook('preClose', async () => {
    const looking = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS).unref()
    const patience = setTimeout(() => app.server.closeAllConnections(), patienceMs).unref()
    app.server.once('close', () => {
      clearInterval(looking)
      clearTimeout(patience)
    })
  })
}
