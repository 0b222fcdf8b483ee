import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { phoneFactorSection } from './phone-factor-section.ts'

export const phoneFactors = authFeature({
  section: z.looseObject({ mfa: z.looseObject({ phone: phoneFactorSection.prefault({}) }).prefault({}) }),
  isOn: ({ mfa: { phone } }) => phone.enroll_enabled === true || phone.verify_enabled === true,
  load: async () => (await import('./phone-factor.ts')).phoneFactor,
})
