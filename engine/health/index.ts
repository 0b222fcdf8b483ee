import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Draining } from '../gateway/draining.ts'
import { Health, type HealthPart } from './health.ts'
import { type MayReadDetails, readsDetails } from './may-read-details.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The parts that GET /health reports. A feature adds the parts that it depends on. */
    health: Health
  }
}

type Options = {
  /** The parts of every server, created once everything is ready. */
  ownParts: (app: FastifyInstance) => Promise<HealthPart[]>
  started?: Promise<unknown> | undefined
  draining?: Draining | undefined
  mayReadDetails?: MayReadDetails
}

/**
 * Serves GET /health, which tells load balancers and people whether this process can serve requests, and which part
 * fails. Operators also read how it fails, and numbers. Answers 503 where nothing can be served, before the server has
 * `started`, and as soon as it is about to stop.
 */
export const health = fp(
  async function health(app: FastifyInstance, { ownParts, started, draining, mayReadDetails }: Options) {
    const parts = new Health(app.log)
    app.decorate('health', parts)
    // The database exists by then.
    app.addHook('onReady', async () => {
      for (const part of await ownParts(app)) parts.add(part)
    })
    let isStarting = started !== undefined
    started?.then(() => {
      isStarting = false
    })

    app.get('/health', async ({ headers }, reply) => {
      reply.header('cache-control', 'no-store')
      if (draining?.isOn) return reply.code(503).send({ status: 'stopping' })
      if (isStarting) return reply.code(503).send({ status: 'starting' })
      // Both run at the same time, so that a database that hangs delays the response by one time limit and not by two.
      const [open, isReader] = await Promise.all([parts.publicReport(), readsDetails(app, headers, mayReadDetails)])
      if (open.status === 'unavailable') reply.code(503)
      if (!isReader) return open
      const report = await parts.report()
      const words = Object.entries(report.parts).map(([name, { status }]) => [name, status])
      return { status: report.status, ...Object.fromEntries(words), parts: report.parts }
    })
  },
  { name: 'health' },
)
