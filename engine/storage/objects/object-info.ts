import type { FastifyInstance } from 'fastify'
import type { WithPath } from '../http/object-path.ts'
import { metadataOf, type StoredObject } from '../rows/object-rows.ts'
import { findPublicObject, findReadableObject } from './find-readable-object.ts'

/** GET /object/info/…: a file's metadata, for callers who may download it. */
export async function objectInfo(app: FastifyInstance) {
  app.get<WithPath>('/object/info/public/:bucket/*', { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return infoOf(await findPublicObject(app, request))
  })

  for (const url of ['/object/info/:bucket/*', '/object/info/authenticated/:bucket/*']) {
    app.get<WithPath>(url, { exposeHeadRoute: false }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { object } = await findReadableObject(app, request, 'object.get_authenticated_info')
      return infoOf(object)
    })
  }
}

function infoOf(object: StoredObject) {
  const { size, mimetype, cacheControl, eTag } = metadataOf(object)
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size,
    content_type: mimetype,
    cache_control: cacheControl,
    etag: eTag,
    metadata: object.user_metadata,
    last_modified: object.updated_at,
    created_at: object.created_at,
  }
}
