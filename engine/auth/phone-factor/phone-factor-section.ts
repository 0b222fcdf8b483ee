import { z } from 'zod'
import { factorSwitches } from '../sections/mfa-section.ts'

/** config.toml's [auth.mfa.phone]. */
export const phoneFactorSection = z.looseObject({
  ...factorSwitches,
  otp_length: z.int().min(6).max(10).optional(),
  template: z.string().optional(),
  max_frequency: z.string().optional(),
})

export type PhoneFactorSection = z.output<typeof phoneFactorSection>
