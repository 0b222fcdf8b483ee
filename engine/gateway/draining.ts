import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** From when a server is asked to stop until it does: it serves whoever comes, and asks that nobody else be sent. */
export class Draining {
  #begun: Promise<void> | undefined

  get isOn(): boolean {
    return this.#begun !== undefined
  }

  /** Answers when it is over. Asked again, it does not begin anew. */
  begin(ms: number): Promise<void> {
    this.#begun ??= pause(ms)
    return this.#begun
  }
}

/**
 * A load balancer keeps connections to use them again, and would lose a request that it sends just when one is closed. So
 * the last answer on each says that it is the last.
 */
export function endConnections(app: FastifyInstance, draining: Draining): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (draining.isOn) reply.header('connection', 'close')
  })
}
