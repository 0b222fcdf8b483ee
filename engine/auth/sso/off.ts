import type { FastifyInstance } from 'fastify'
import type { Parts } from '../feature.ts'
import { ssoErrors } from './errors.ts'

const refuse = async () => {
  throw ssoErrors.samlDisabled()
}

/** Where the project has no single sign-on, or no key for it. */
export const off: Parts = {
  async visitors(app: FastifyInstance) {
    app.post('/sso', refuse)
    app.post('/sso/saml/acs', refuse)
    app.get('/sso/saml/metadata', refuse)
  },
  async administration(app: FastifyInstance) {
    app.all('/sso/providers', refuse)
    app.all('/sso/providers/:providerId', refuse)
  },
  publicSettings: { saml_enabled: false },
}
