import type { FastifyInstance } from 'fastify'
import type { WithPath } from '../http/object-path.ts'
import { findPublicObject } from './find-readable-object.ts'
import { serveFile } from './serve-file.ts'

/** GET and HEAD /object/public/:bucket/*: a file of a public bucket, for everybody. */
export async function downloadPublicObject(app: FastifyInstance, { url = '/object/public/:bucket/*' }) {
  app.route<WithPath>({
    method: ['GET', 'HEAD'],
    url,
    exposeHeadRoute: false,
    async handler(request, reply) {
      const object = await findPublicObject(app, request)
      return serveFile(request, reply, app.files.store, object, { isPublic: true })
    },
  })
}
