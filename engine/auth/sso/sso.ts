import type { FastifyInstance } from 'fastify'
import type { Parts } from '../feature.ts'
import { ssoLimits } from './limits.ts'
import { off } from './off.ts'
import { samlKeys } from './saml-keys.ts'
import { samlMetadata } from './saml-metadata.ts'
import { samlReturn } from './saml-return.ts'
import type { SamlSection } from './section.ts'
import { ssoProviders } from './sso-providers-by-admin.ts'
import { startSso } from './start-sso.ts'

/** Single sign-on by SAML: people of an organisation sign in at its own identity provider. */
export function sso(app: FastifyInstance, { saml }: { saml: SamlSection }): Parts {
  const keys = samlKeys(saml)
  if (!keys) {
    app.log.warn('auth.saml cannot be used: its private_key is missing.')
    return off
  }
  const limit = () => app.limitCalls('sso', ssoLimits(app.authRates).sso)
  return {
    async visitors(app) {
      app.register(startSso, { keys, limit: limit() })
      app.register(samlMetadata, { keys })
      app.register(samlReturn, { keys, limit: limit() })
    },
    administration: ssoProviders,
    publicSettings: { saml_enabled: true },
  }
}
