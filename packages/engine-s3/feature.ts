import { readVariables, type S3Feature } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { serveS3 } from './choose-operation.ts'
import { renderS3Error } from './render-error.ts'
import { type S3Keys, s3Variables } from './s3-variables.ts'

declare module 'fastify' {
  interface FastifyInstance {
    s3Keys: S3Keys
  }
}

export const feature: S3Feature = {
  s3Protocol({ config }) {
    const keys = readVariables(s3Variables, config.environment)
    return { everybody: async (app) => void app.register(routes, { prefix: '/s3', keys }) }
  },
}

/** The endpoints under /storage/v1/s3: buckets in the path, requests signed by AWS Signature Version 4. */
async function routes(app: FastifyInstance, { keys }: { keys: S3Keys }) {
  app.decorate('s3Keys', keys)
  app.decorateRequest('caller')
  // Request bodies stay unread until the signature has been verified.
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
