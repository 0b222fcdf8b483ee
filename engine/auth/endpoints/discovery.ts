import type { FastifyInstance } from 'fastify'

/**
 * GET /.well-known/openid-configuration: where the keys are, which is what those want who only check tokens; and what
 * features have to say beside it.
 */
export async function discovery(app: FastifyInstance) {
  app.get('/.well-known/openid-configuration', async () =>
    Object.assign(
      basicsOf(app.authSettings.issuer),
      ...app.authFeatures.parts('discovery').map((describe) => describe()),
    ),
  )
}

export const basicsOf = (issuer: string) => ({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` })
