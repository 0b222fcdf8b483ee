import { loadPackage } from '../../kernel/optional-package.ts'
import { AuthError } from '../errors.ts'
import { authFeature, errorRoutes } from '../feature.ts'
import { type PasskeysFeature, passkeySection, passkeysPackage } from '../webauthn/webauthn-sections.ts'

const from = passkeysPackage('config.toml ([auth.passkey])')

const disabled = () => new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')

/** Keys that people's devices keep for this site, instead of a password. */
export const passkeys = authFeature({
  section: passkeySection,
  isOn: ({ passkey }) => passkey.enabled,
  from,
  load: async () => (await loadPackage<PasskeysFeature>(from)).passkeys,
  tables: { name: 'passkeys' },
  off: {
    visitors: errorRoutes(disabled, ['/passkeys', '/passkeys/*']),
    administration: errorRoutes(disabled, ['/users/:userId/passkeys', '/users/:userId/passkeys/:passkeyId']),
    publicSettings: { passkeys_enabled: false },
  },
  always: {
    outdated: { webauthn_challenges: 't.expires_at < now()' },
    tablesOfUsers: ['webauthn_credentials'],
  },
})
