import type { FastifyInstance } from 'fastify'
import type { WithPath } from '../http/object-path.ts'
import { findReadableObject } from './find-readable-object.ts'
import { serveFile } from './serve-file.ts'

/** GET and HEAD /object/:bucket/*, and the older path with `authenticated`. */
export async function downloadObject(
  app: FastifyInstance,
  { urls = ['/object/:bucket/*', '/object/authenticated/:bucket/*'] },
) {
  for (const url of urls) {
    app.route<WithPath>({
      method: ['GET', 'HEAD'],
      url,
      exposeHeadRoute: false,
      async handler(request, reply) {
        const isHead = request.method === 'HEAD'
        const operation = isHead ? 'object.head_authenticated_info' : 'storage.object.get_authenticated'
        const { object, isPublic } = await findReadableObject(app, request, operation)
        return serveFile(request, reply, app.files.store, object, { isPublic })
      },
    })
  }
}
