import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Bodies stay on the wire until an endpoint reads them: a file of any type, or a form with one in it. */
export const fileBodies = fp(async function fileBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  // Whoever reads counts, and says it in this service's words.
  await app.register(multipart, { throwFileSizeLimit: false })
})
