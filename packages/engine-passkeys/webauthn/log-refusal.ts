import type { FastifyRequest } from 'fastify'

/** Refuses a key. The reason goes only to the log, since the caller may be an attacker who tries things out. */
export const refuseKey =
  (request: FastifyRequest, refusal: () => Error) =>
  (why: unknown): never => {
    request.log.info(`A key is refused: ${why instanceof Error ? why.message : why}`)
    throw refusal()
  }
