import {
  asCaller,
  findObject,
  findPublicObject,
  findSignedObject,
  pathOf,
  readQuery,
  requireBucket,
  storageErrors,
  type WithPath,
} from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { serveImage } from './serve-image.ts'
import { readTransformationText, transformation } from './transformation.ts'

/** HEAD renders the image too, because nothing else tells its size. */
const reading = { method: ['GET', 'HEAD'], exposeHeadRoute: false }

/** GET and HEAD /render/image/public/…: a transformed image of a public bucket. */
export async function renderPublicImage(app: FastifyInstance) {
  app.route<WithPath>({
    ...reading,
    url: '/render/image/public/:bucket/*',
    async handler(request, reply) {
      const asked = readQuery(request, transformation)
      const object = await findPublicObject(app, request)
      return serveImage(app, request, reply, { object, asked, reading: { isPublic: true } })
    },
  })
}

/** GET and HEAD /render/image/sign/…?token=…: the signed image with the signed transformation. */
export async function renderSignedImage(app: FastifyInstance) {
  app.route<WithPath>({
    ...reading,
    url: '/render/image/sign/:bucket/*',
    async handler(request, reply) {
      const { object, transformations = '', expires } = await findSignedObject(app, request)
      const asked = readTransformationText(transformations)
      return serveImage(app, request, reply, { object, asked, reading: { isPublic: false, expires } })
    },
  })
}

/** GET and HEAD /render/image/authenticated/…: row policies decide, even for a public bucket. */
export async function renderImage(app: FastifyInstance) {
  app.route<WithPath>({
    ...reading,
    url: '/render/image/authenticated/:bucket/*',
    async handler(request, reply) {
      const asked = readQuery(request, transformation)
      const path = pathOf(request)
      await requireBucket(app.database, path.bucketId)
      const options = asCaller(request, 'storage.render.image_authenticated', request.caller)
      const object = await findObject(app.database, options, path)
      if (!object) throw storageErrors.noObject()
      return serveImage(app, request, reply, { object, asked, reading: { isPublic: false } })
    },
  })
}
