import type { FastifyInstance } from 'fastify'

/** GET /.well-known/openid-configuration: tells programs that verify tokens where the public keys are. */
export async function discovery(app: FastifyInstance) {
  const { issuer } = app.authSettings
  app.get('/.well-known/openid-configuration', async () => ({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` }))
}
