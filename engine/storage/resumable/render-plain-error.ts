import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { reportRefusal, toStorageError } from '../render-error.ts'

/** Clients of the protocol look at the status alone, which is the real one here; the words are for people. */
export function renderPlainError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toStorageError(error)
  reportRefusal(request, refusal, error)
  return reply
    .code(Number(refusal.body.statusCode))
    .type('text/plain; charset=utf-8')
    .send(request.method === 'HEAD' ? undefined : refusal.message)
}
