import type { SamlFeature } from 'engine/feature'
import { samlMetadata } from './own-metadata-endpoint.ts'
import { samlKeys } from './saml-keys.ts'
import { samlReturn } from './saml-response-endpoint.ts'
import { ssoProviders } from './sso-providers-by-admin.ts'
import { startSso } from './start-sso-endpoint.ts'

/** The window of the rate limits: redirects to an identity provider and returns are counted separately. */
const WINDOW_MS = 5 * 60_000

/** Single sign-on by SAML: the people of an organization sign in at its own identity provider. */
export const feature: SamlFeature = {
  singleSignOn(app, { saml }) {
    const keys = samlKeys(saml)
    if (!keys) {
      app.log.warn('auth.saml cannot be used: its private_key is missing.')
      return undefined
    }
    const limit = () => app.limitCalls('sso', { max: app.authRates.verifications, timeWindow: WINDOW_MS })
    return {
      async visitors(app) {
        app.register(startSso, { keys, limit: limit() })
        app.register(samlMetadata, { keys })
        app.register(samlReturn, { keys, limit: limit() })
      },
      administration: ssoProviders,
      publicSettings: { saml_enabled: true },
    }
  },
}
