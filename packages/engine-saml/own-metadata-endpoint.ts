import { queryText } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import type { SamlKeys } from './saml-keys.ts'
import { ownMetadata } from './service-provider.ts'

/** GET /sso/saml/metadata: the metadata of this service, for the administrators of identity providers. */
export async function samlMetadata(app: FastifyInstance, { keys }: { keys: SamlKeys }) {
  app.get('/sso/saml/metadata', async (request, reply) => {
    reply.type('application/xml').header('cache-control', 'public, max-age=600')
    if (queryText(request, 'download') === 'true') {
      reply.header('content-disposition', 'attachment; filename="metadata.xml"')
    }
    return ownMetadata(app.authSettings, keys)
  })
}
