import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Leaves bodies unread until an endpoint reads them: a file of any type, or a form that contains one. */
export const fileBodies = fp(async function fileBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  // The reader checks the size itself, and reports it with this service's error.
  await app.register(multipart, { throwFileSizeLimit: false })
})
