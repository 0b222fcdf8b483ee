import type { FastifyInstance } from 'fastify'
import { samlEnabled } from './saml-enabled.ts'
import { samlMetadata } from './saml-metadata.ts'
import { samlReturn } from './saml-return.ts'
import { startSso } from './start-sso.ts'

/** Single sign-on by SAML: people of an organisation sign in at its own identity provider. */
export async function singleSignOn(app: FastifyInstance) {
  await app.register(samlEnabled)
  app.register(startSso)
  app.register(samlMetadata)
  app.register(samlReturn)
}
