import { release, reportRefusal, toStorageError } from 'engine/feature'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { documentOf } from './xml.ts'

/** S3's codes for errors that Storage names differently. */
const codes: Record<string, string> = {
  ResourceNotEmpty: 'BucketNotEmpty',
  InvalidKey: 'KeyTooLongError',
  ResourceAlreadyExists: 'BucketAlreadyExists',
  S3Error: 'ServiceUnavailable',
}

/** Sends an error as S3 does: with the actual HTTP status, as XML. */
export function renderS3Error(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toStorageError(error)
  reportRefusal(request, refusal, error)
  release(request)
  for (const name of Object.keys(reply.getHeaders())) {
    if (!name.startsWith('access-control-') && name !== 'vary') reply.removeHeader(name)
  }
  const { statusCode, code, message } = refusal.body
  const [resource] = request.url.split('?', 1)
  const body = documentOf('Error', {
    Code: codes[code] ?? code,
    Message: message,
    Resource: resource,
    RequestId: String(request.id),
  })
  return reply
    .code(Number(statusCode))
    .header('cache-control', 'no-store')
    .type('application/xml')
    .send(request.method === 'HEAD' ? undefined : body)
}
