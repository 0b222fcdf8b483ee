import fp from 'fastify-plugin'
import { ssoRefusals } from './refusals.ts'
import type { SamlKeys } from './saml-keys.ts'

declare module 'fastify' {
  interface FastifyRequest {
    samlKeys: SamlKeys
  }
}

/** Answers only where the project has switched SAML on. */
export const samlEnabled = fp(
  async function samlEnabled(app) {
    app.decorateRequest('samlKeys')
    app.addHook('onRequest', async (request) => {
      const keys = app.authSettings.saml
      if (!keys) throw ssoRefusals.samlDisabled()
      request.samlKeys = keys
    })
  },
  { name: 'saml-enabled', dependencies: ['auth-services'] },
)
