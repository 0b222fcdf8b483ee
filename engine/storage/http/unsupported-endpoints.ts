import type { FastifyInstance } from 'fastify'
import { storageErrors } from '../errors.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Features of the hosted service that this one does not have (docs/compatibility.md#not-built). They answer 501 rather
 * than 404, which a client of an analytics catalog would take for a missing table.
 */
export async function unsupportedEndpoints(app: FastifyInstance) {
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
    // The catalog's API has an error format of its own.
    handler: async (_request, reply) => {
      const { body, message, httpStatus } = storageErrors.notBuilt('Analytics buckets')
      return reply.code(httpStatus).send({ ...body, error: { message, type: body.code, code: httpStatus } })
    },
  })
}
