import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { reportRefusal, toStorageError } from '../http/render-error.ts'
import { IcebergError } from './errors.ts'

/** Answers a failure as the Iceberg REST specification has it, with the real status. */
export function renderIcebergError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const { code, type, message } = asIceberg(error, request)
  return reply
    .code(code)
    .type('application/json; charset=utf-8')
    .send(request.method === 'HEAD' ? undefined : { error: { message, type, code } })
}

/** Refusals of the storage service keep its codes, as at the hosted catalog. */
function asIceberg(error: Error, request: FastifyRequest): Pick<IcebergError, 'code' | 'type' | 'message'> {
  if (error instanceof IcebergError) {
    if (error.code >= 500) request.log.error(error.cause ?? error, error.message)
    return error
  }
  const refusal = toStorageError(error)
  reportRefusal(request, refusal, error)
  return { code: Number(refusal.body.statusCode), type: refusal.body.code, message: refusal.message }
}
