import type { FastifyInstance } from 'fastify'

const CHECK_INTERVAL_MS = 100

/**
 * Limits the stop of the server to `patienceMs`, because an answer may never end. Node closes only the connections that
 * are idle when the stop begins, and waits for the others even after their answer, as long as the browser keeps them
 * open: more than a minute.
 */
export function stopInTime(app: FastifyInstance, patienceMs: number): void {
  app.addHook('preClose', async () => {
    const looking = setInterval(() => app.server.closeIdleConnections(), CHECK_INTERVAL_MS).unref()
    const patience = setTimeout(() => app.server.closeAllConnections(), patienceMs).unref()
    app.server.once('close', () => {
      clearInterval(looking)
      clearTimeout(patience)
    })
  })
}
