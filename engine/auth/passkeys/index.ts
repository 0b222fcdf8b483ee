import { loadPackage } from '../../kernel/optional-package.ts'
import { AuthError } from '../errors.ts'
import { authFeature, refusing } from '../feature.ts'
import { keysFrom, type PasskeysFeature, passkeySection } from '../webauthn/webauthn-sections.ts'

const from = keysFrom('config.toml ([auth.passkey])')

const disabled = () => new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')

/** Keys that people's devices keep for this site, instead of a password. */
export const passkeys = authFeature({
  section: passkeySection,
  isOn: ({ passkey }) => passkey.enabled,
  from,
  load: async () => (await loadPackage<PasskeysFeature>(from)).passkeys,
  tables: { name: 'passkeys' },
  off: {
    visitors: refusing(disabled, ['/passkeys', '/passkeys/*']),
    administration: refusing(disabled, ['/users/:userId/passkeys', '/users/:userId/passkeys/:passkeyId']),
    publicSettings: { passkeys_enabled: false },
  },
  always: {
    outdated: { webauthn_challenges: 't.expires_at < now()' },
    tablesOfUsers: ['webauthn_credentials'],
  },
})
