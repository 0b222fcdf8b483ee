import type { FastifyInstance } from 'fastify'
import type { Parts } from '../feature.ts'
import { renderS3Error } from './render-error.ts'
import { serveS3 } from './serve.ts'

export const s3 = (): Parts => ({ everybody: async (app) => void app.register(routes, { prefix: '/s3' }) })

/** Everything under /storage/v1/s3: buckets in the path, requests signed by AWS Signature Version 4. */
async function routes(app: FastifyInstance) {
  app.decorateRequest('caller')
  // Bodies stay on the wire until the signature is found good.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.setErrorHandler<Error>(renderS3Error)
  for (const url of ['/', '/:bucket', '/:bucket/*']) {
    app.route<{ Params: { bucket?: string; '*'?: string } }>({
      method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
      url,
      exposeHeadRoute: false,
      handler: (request, reply) =>
        serveS3(app, request, reply, { bucketId: request.params.bucket ?? '', key: request.params['*'] ?? '' }),
    })
  }
}
