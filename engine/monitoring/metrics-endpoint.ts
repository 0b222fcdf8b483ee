import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { isSameSecret } from '../kernel/same-secret.ts'
import { onceAnswered } from './answered-request.ts'
import { addEngineGauges } from './engine-gauges.ts'
import type { Metrics } from './metrics.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined where METRICS_TOKEN is not set. */
    metrics: Metrics | undefined
  }
}

/** Serves GET /metrics to a Prometheus that sends METRICS_TOKEN. Without that setting the path does not exist. */
export const metricsEndpoint = fp(
  async function metricsEndpoint(app: FastifyInstance, { metrics }: { metrics?: Metrics | undefined }) {
    app.decorate('metrics', metrics)
    const { metricsToken } = app.config
    if (!metrics || metricsToken === undefined) return
    addEngineGauges(app, metrics)

    app.addHook('onRequest', (request, reply, done) => {
      onceAnswered(request, reply, (answered) => metrics.observe(answered))
      done()
    })

    app.get('/metrics', async ({ headers }, reply) => {
      reply.header('cache-control', 'no-store')
      if (!isSameSecret(headers.authorization ?? '', `Bearer ${metricsToken}`)) {
        return reply
          .code(401)
          .header('www-authenticate', 'Bearer')
          .send({ message: 'Show the token of METRICS_TOKEN.' })
      }
      return reply.type(metrics.contentType).send(await metrics.text())
    })
  },
  { name: 'metrics' },
)
