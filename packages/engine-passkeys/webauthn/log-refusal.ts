import type { FastifyRequest } from 'fastify'

/** Refuses a key. The reason goes to the log only, since the caller may be trying things out. */
export const refuseKey =
  (request: FastifyRequest, refusal: () => Error) =>
  (why: unknown): never => {
    request.log.info(`A key is refused: ${why instanceof Error ? why.message : why}`)
    throw refusal()
  }
