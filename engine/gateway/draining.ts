import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * The phase between the request to stop and the stop: the server still answers, and reports at /health that it is
 * stopping.
 */
export class Draining {
  #begun: Promise<void> | undefined

  get isOn(): boolean {
    return this.#begun !== undefined
  }

  /** Resolves when the time is over. A second call does not start it again. */
  begin(ms: number): Promise<void> {
    this.#begun ??= pause(ms)
    return this.#begun
  }
}

/**
 * Tells clients to close each connection with its last answer. A load balancer reuses connections, and would lose a
 * request that it sends just when the server closes one.
 */
export function endConnections(app: FastifyInstance, draining: Draining): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (draining.isOn) reply.header('connection', 'close')
  })
}
