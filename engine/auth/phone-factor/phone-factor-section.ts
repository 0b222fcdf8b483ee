import { z } from 'zod'
import { factorSwitches } from '../sections/mfa-section.ts'
import { templateText } from '../sections/template-text.ts'

/** config.toml's [auth.mfa.phone]. */
export const phoneFactorSection = z.looseObject({
  ...factorSwitches,
  otp_length: z.int().min(6).max(10).optional(),
  template: templateText.optional(),
  max_frequency: z.string().optional(),
})

export type PhoneFactorSection = z.output<typeof phoneFactorSection>
