import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** As the hosted service calls it. A mark of the caller's own comes back under PostgREST's trace header, if one is set. */
export const REQUEST_ID = 'sb-request-id'

/** Every line that is logged about a request names it, as this. */
export const REQUEST_ID_IN_LOG = 'requestId'

export const newRequestId = () => randomUUID()

/** So does every answer: with it whoever was refused can be found in the log. */
export function nameRequests(app: FastifyInstance): void {
  // Last of all: a refusal may have taken back what was said before.
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}
