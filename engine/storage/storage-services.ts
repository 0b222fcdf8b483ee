import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { largestFile } from './largest-file.ts'
import { type UrlTokens, urlTokens } from './objects/url-tokens.ts'

declare module 'fastify' {
  interface FastifyInstance {
    urlTokens: UrlTokens
    /** The largest file in bytes; buckets may set a lower limit. */
    largestFile: number
    /** Whether buckets with allowed types check a file's content. */
    checksContent: boolean
  }
}

/** The services that the endpoints share. */
export const storageServices = fp(
  async function storageServices(app: FastifyInstance) {
    app.decorate('urlTokens', urlTokens(app.tokens.secretFor('storage signed urls')))
    app.decorate('largestFile', largestFile(app.project))
    app.decorate('checksContent', app.project.config.storage.content_check.enabled)
  },
  { name: 'storage-services' },
)
