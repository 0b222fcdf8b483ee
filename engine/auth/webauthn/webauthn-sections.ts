import { z } from 'zod'
import type { OptionalPackage } from '../../kernel/optional-package.ts'
import type { BringAuth } from '../feature.ts'
import { factorSwitches } from '../sections/mfa-section.ts'

/** config.toml's [auth.webauthn]: whom the keys on people's devices belong to. */
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
  passkeys: BringAuth<z.output<typeof passkeySection>>
  keysAsFactors: BringAuth<z.output<typeof keyFactorSection>>
}

/** Both ways in which keys of people's devices are of use come from one package. */
export const keysFrom = (askedBy: string): OptionalPackage => ({
  name: 'engine-passkeys',
  brings: 'passkeys and WebAuthn',
  askedBy,
})
