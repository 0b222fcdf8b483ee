import { z } from 'zod'
import { loadPackage, type OptionalPackage } from '../../kernel/optional-package.ts'
import { AuthError } from '../errors.ts'
import { authFeature, errorRoutes, type StartAuthFeature } from '../feature.ts'

/**
 * config.toml's [auth.saml]: a setting of the engine's own, under GoTrue's names; hosted projects switch it on in the
 * dashboard.
 */
const section = z.looseObject({
  saml: z
    .looseObject({
      enabled: z.boolean().default(false),
      private_key: z.string().optional(),
      allow_encrypted_assertions: z.boolean().default(false),
    })
    .prefault({}),
})

/** The `feature` that the package exports. */
export type SamlFeature = { singleSignOn: StartAuthFeature<z.output<typeof section>> }

const from: OptionalPackage = {
  name: 'engine-saml',
  provides: 'SAML single sign-on',
  requiredBy: 'engine.toml ([auth.saml])',
}

const samlDisabled = () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')

/** Single sign-on by SAML: people of an organisation sign in at its own identity provider. */
export const singleSignOn = authFeature({
  section,
  isOn: ({ saml }) => saml.enabled,
  from,
  load: async () => (await loadPackage<SamlFeature>(from)).singleSignOn,
  tables: { name: 'single-sign-on' },
  off: {
    visitors: errorRoutes(samlDisabled, ['/sso', '/sso/saml/acs', '/sso/saml/metadata']),
    administration: errorRoutes(samlDisabled, ['/sso/providers', '/sso/providers/:providerId']),
    publicSettings: { saml_enabled: false },
  },
  always: {
    outdated: { saml_relay_states: `t.created_at < now() - interval '24 hours'` },
    openPaths: ['/sso/saml/acs', '/sso/saml/metadata'],
  },
})
