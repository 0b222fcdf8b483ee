import type { FastifyInstance } from 'fastify'
import { storageErrors } from '../errors.ts'

/**
 * /bucket/:id/lifecycle: when earlier versions of files expire. A file has one version here, so this is refused as the
 * hosted service refuses it to projects without versions, rather than kept and never followed.
 */
export async function bucketLifecycle(app: FastifyInstance) {
  app.route({
    method: ['GET', 'PUT', 'DELETE'],
    url: '/bucket/:id/lifecycle',
    exposeHeadRoute: false,
    async handler() {
      throw storageErrors.notEnabled('object lifecycle')
    },
  })
}
