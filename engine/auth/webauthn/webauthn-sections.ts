import { z } from 'zod'
import type { OptionalPackage } from '../../kernel/optional-package.ts'
import type { StartAuthFeature } from '../feature.ts'
import { factorSwitches } from '../sections/mfa-section.ts'

/** config.toml's [auth.webauthn]: the relying party of passkeys and security keys. */
const webauthn = z
  .looseObject({
    rp_display_name: z.string().optional(),
    rp_id: z.string().optional(),
    rp_origins: z.array(z.string()).default([]),
  })
  .prefault({})

/** config.toml's [auth.passkey]. */
export const passkeySection = z.looseObject({
  passkey: z.looseObject({ enabled: z.boolean().default(false) }).prefault({}),
  webauthn,
})

/** config.toml's [auth.mfa.web_authn]. */
export const keyFactorSection = z.looseObject({
  mfa: z.looseObject({ web_authn: z.looseObject(factorSwitches).prefault({}) }).prefault({}),
  webauthn,
})

export type WebauthnSection = z.output<typeof webauthn>

/** The `feature` that the package exports. */
export type PasskeysFeature = {
  passkeys: StartAuthFeature<z.output<typeof passkeySection>>
  webauthnFactors: StartAuthFeature<z.output<typeof keyFactorSection>>
}

/** The package that implements both passkeys and WebAuthn factors. */
export const passkeysPackage = (requiredBy: string): OptionalPackage => ({
  name: 'engine-passkeys',
  provides: 'passkeys and WebAuthn',
  requiredBy,
})
