import type { FastifyRequest } from 'fastify'

/** Refuses a key. The reason is for whoever runs the site: the caller may be trying things out. */
export const refuseKey =
  (request: FastifyRequest, refusal: () => Error) =>
  (why: unknown): never => {
    request.log.info(`A key is refused: ${why instanceof Error ? why.message : why}`)
    throw refusal()
  }
