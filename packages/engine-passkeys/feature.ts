import type { PasskeysFeature } from 'engine/feature'
import { webauthnFactor } from './factor/webauthn-factor.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'

/** Passkeys, to sign in with, and WebAuthn second factors. */
export const feature: PasskeysFeature = { passkeys: passkeyRoutes, webauthnFactors: webauthnFactor }
