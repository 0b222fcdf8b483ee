import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Draining } from '../gateway/draining.ts'
import { Health, type HealthPart } from './health.ts'
import { type MayReadDetails, readsDetails } from './reads-details.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What GET /health answers. A feature adds what it cannot do without. */
    health: Health
  }
}

type Options = {
  /** What every server needs, looked at once everything is ready. */
  ownParts: (app: FastifyInstance) => Promise<HealthPart[]>
  started?: Promise<unknown> | undefined
  draining?: Draining | undefined
  mayReadDetails?: MayReadDetails
}

/**
 * Tells load balancers and people whether this process can serve anybody, and which part fails. Those who look after the server
 * read how it fails, and numbers. Answers 503 where nobody can be served, until the server has `started` for good, and as soon
 * as it is about to stop.
 */
export const health = fp(
  async function health(app: FastifyInstance, { ownParts, started, draining, mayReadDetails }: Options) {
    const parts = new Health(app.log)
    app.decorate('health', parts)
    // The database is there by then.
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
      // Both at once: a database that hangs keeps neither waiting for long.
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
