import type { PasskeysFeature } from 'engine/feature'
import { relyingParty } from '../webauthn/relying-party.ts'
import { managePasskeys } from './manage-passkeys.ts'
import { passkeysByAdmin } from './passkeys-by-admin.ts'
import { registerPasskey } from './register-passkey.ts'
import { signInByPasskey } from './sign-in-by-passkey.ts'

const prefix = '/passkeys'

/** The endpoints of passkeys, which replace a password. */
export const passkeyRoutes: PasskeysFeature['passkeys'] = (app, { webauthn }) => {
  const party = relyingParty(webauthn, app.authSettings.siteUrl)
  // The rate limit of WebAuthn challenges; answers are counted separately.
  const limit = () => app.limitCalls('passkey', { max: app.authRates.verifications, timeWindow: 5 * 60_000 })
  return {
    async visitors(app) {
      app.register(signInByPasskey, { prefix, relyingParty: party, limitAsking: limit(), limitAnswers: limit() })
    },
    async signedIn(app) {
      app.register(registerPasskey, { prefix, relyingParty: party })
      app.register(managePasskeys, { prefix })
    },
    administration: passkeysByAdmin,
    publicSettings: { passkeys_enabled: true },
  }
}
