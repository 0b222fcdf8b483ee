import type { FastifyInstance } from 'fastify'
import { requireBucket } from './bucket-rows.ts'

/** DELETE /cdn/:bucket[/*]: purges the CDN's cache. This engine has no CDN, so nothing is to be done. */
export async function purgeCache(app: FastifyInstance) {
  for (const url of ['/cdn/:bucket', '/cdn/:bucket/*']) {
    app.delete<{ Params: { bucket: string } }>(url, async (request) => {
      await requireBucket(app.database, request.params.bucket)
      return { message: 'success' }
    })
  }
}
