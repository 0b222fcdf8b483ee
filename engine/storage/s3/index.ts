import type { FastifyInstance } from 'fastify'

/**
 * Files by the S3 protocol, under /storage/v1/s3: buckets in the path, requests signed by AWS Signature Version 4. Few
 * projects use it, and all would start later, so that it is loaded by its first request.
 */
export async function s3(app: FastifyInstance) {
  if (!app.project.config.storage.s3_protocol.enabled) return
  app.decorateRequest('caller')
  // Bodies stay on the wire until the signature is found good.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.setErrorHandler<Error>(async (error, request, reply) => {
    const { renderS3Error } = await import('./render-error.ts')
    return renderS3Error(error, request, reply)
  })
  for (const url of ['/', '/:bucket', '/:bucket/*']) {
    app.route<{ Params: { bucket?: string; '*'?: string } }>({
      method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
      url,
      exposeHeadRoute: false,
      async handler(request, reply) {
        const { serveS3 } = await import('./serve.ts')
        return serveS3(app, request, reply, { bucketId: request.params.bucket ?? '', key: request.params['*'] ?? '' })
      },
    })
  }
}
