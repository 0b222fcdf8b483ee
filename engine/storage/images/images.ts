import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Parts } from '../feature.ts'
import { readBody } from '../http/read-body.ts'
import { type PictureRenderer, pictureRenderer } from './picture-renderer.ts'
import { renderImage, renderPublicImage, renderSignedImage } from './render-images.ts'
import { transformation, transformationText } from './transformation.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The renderer; undefined where the project has disabled transformations. */
    pictures: PictureRenderer | undefined
  }
}

type Settings = { image_transformation: { enabled: boolean } }

export const pictures = (app: FastifyInstance, { image_transformation: { enabled } }: Settings): Parts => {
  app.decorate('pictures', enabled ? pictureRenderer() : undefined)
  return {
    async everybody(app) {
      app.register(renderPublicImage)
      app.register(renderSignedImage)
    },
    callers: renderImage,
    ...(enabled && { signedView }),
  }
}

const body = z.object({ transform: transformation.default({}) })

/** The transformed image that a signed address opens, and nothing else of the file. */
function signedView(request: FastifyRequest) {
  const transformations = transformationText(readBody(request, body).transform)
  return transformations === '' ? undefined : { route: '/render/image/sign', transformations }
}
