import { DatabaseAway, reportRefusal, toStorageError } from 'engine/feature'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** Sends an error as plain text: clients of the protocol only look at the HTTP status, which is the actual one here. */
export function renderPlainError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toStorageError(error)
  reportRefusal(request, refusal, error)
  if (error instanceof DatabaseAway) reply.header('retry-after', String(error.retryAfterSeconds))
  return reply
    .code(Number(refusal.body.statusCode))
    .type('text/plain; charset=utf-8')
    .send(request.method === 'HEAD' ? undefined : refusal.message)
}
