import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * The hosted service's name for it. A caller's own trace id is returned under PostgREST's trace header, if that is set.
 */
export const REQUEST_ID = 'sb-request-id'

/** The field with the request's id in each log line about it. */
export const REQUEST_ID_IN_LOG = 'requestId'

export const newRequestId = () => randomUUID()

/** Adds the request's id to every answer, so that it can be found in the log. */
export function addRequestIds(app: FastifyInstance): void {
  // Added last, because an error handler may have removed earlier headers.
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}
