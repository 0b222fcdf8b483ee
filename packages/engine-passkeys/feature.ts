import type { PasskeysFeature } from 'engine/feature'
import { webauthnFactor } from './factor/webauthn-factor.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'

/** Keys that people's devices keep, to sign in by and as second factors. */
export const feature: PasskeysFeature = { passkeys: passkeyRoutes, keysAsFactors: webauthnFactor }
