import type { FastifyInstance } from 'fastify'

/** GET /.well-known/openid-configuration tells programs that check tokens where the keys are. */
export async function discovery(app: FastifyInstance) {
  const { issuer } = app.authSettings
  app.get('/.well-known/openid-configuration', async () => ({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` }))
}
