import { type ImagesFeature, readStorageBody } from 'engine/feature'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type PictureRenderer, pictureRenderer } from './picture-renderer.ts'
import { renderImage, renderPublicImage, renderSignedImage } from './render-images.ts'
import { transformation, transformationText } from './transformation.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pictures: PictureRenderer
  }
}

/** Image transformations, and signed addresses of transformed images. */
export const feature: ImagesFeature = {
  images(app) {
    app.decorate('pictures', pictureRenderer())
    return {
      async everybody(app) {
        app.register(renderPublicImage)
        app.register(renderSignedImage)
      },
      callers: renderImage,
      signedView,
    }
  },
}

const body = z.object({ transform: transformation.default({}) })

/** The transformed image that a signed address opens, and nothing else of the file. */
function signedView(request: FastifyRequest) {
  const transformations = transformationText(readStorageBody(request, body).transform)
  return transformations === '' ? undefined : { route: '/render/image/sign', transformations }
}
