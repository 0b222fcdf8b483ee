import type { PasskeysFeature } from 'engine/feature'
import { relyingParty } from '../webauthn/relying-party.ts'
import { managePasskeys } from './manage-passkeys.ts'
import { passkeysByAdmin } from './passkeys-by-admin.ts'
import { registerPasskey } from './register-passkey.ts'
import { signInByPasskey } from './sign-in-by-passkey.ts'

const prefix = '/passkeys'

/** Keys that people's devices keep for this site, instead of a password. */
export const passkeyRoutes: PasskeysFeature['passkeys'] = (app, { webauthn }) => {
  const party = relyingParty(webauthn, app.authSettings.siteUrl)
  // Devices that are asked; and, counted by themselves, their answers.
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
