import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { factorSwitches } from '../sections/mfa-section.ts'
import { webauthnSection } from '../webauthn/section.ts'

export const keysAsFactors = authFeature({
  section: z.looseObject({
    mfa: z.looseObject({ web_authn: z.looseObject(factorSwitches).prefault({}) }).prefault({}),
    webauthn: webauthnSection.prefault({}),
  }),
  isOn: ({ mfa: { web_authn: keys } }) => keys.enroll_enabled === true || keys.verify_enabled === true,
  load: async () => (await import('./webauthn-factor.ts')).webauthnFactor,
})
