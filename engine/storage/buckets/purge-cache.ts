import type { FastifyInstance } from 'fastify'
import { requireBucket } from './bucket.ts'

/** DELETE /cdn/:bucket[/*]: forgets what caches of the service hold. There are none here, so that nothing is left to do. */
export async function purgeCache(app: FastifyInstance) {
  for (const url of ['/cdn/:bucket', '/cdn/:bucket/*']) {
    app.delete<{ Params: { bucket: string } }>(url, async (request) => {
      await requireBucket(app.database, request.params.bucket)
      return { message: 'success' }
    })
  }
}
