import type { FastifyInstance } from 'fastify'
import { storageErrors } from '../errors.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * What the hosted service has beside files, and this one has not (docs/compatibility.md#not-built). 501 and not 404, which a client
 * of a catalog takes for a table that is not there.
 */
export async function notBuilt(app: FastifyInstance) {
  const refuse = (url: string, feature: string) =>
    app.route({
      method: METHODS,
      url,
      handler: async () => {
        throw storageErrors.notBuilt(feature)
      },
    })
  refuse('/iceberg/bucket', 'Analytics buckets')
  refuse('/iceberg/bucket/*', 'Analytics buckets')
  refuse('/vector/*', 'Vector buckets')
  refuse('/bucket/:id/lifecycle', 'Earlier versions of files')
  app.route({
    method: METHODS,
    url: '/iceberg/v1/*',
    // The catalog's API has errors of its own shape.
    handler: async (_request, reply) => {
      const { body, message, httpStatus } = storageErrors.notBuilt('Analytics buckets')
      return reply.code(httpStatus).send({ ...body, error: { message, type: body.code, code: httpStatus } })
    },
  })
}
