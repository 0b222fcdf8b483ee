import { z } from 'zod'
import { templateText } from './template-text.ts'

/** config.toml's [auth.sms]. */
export const smsSection = z.looseObject({
  enable_signup: z.boolean().optional(),
  enable_confirmations: z.boolean().optional(),
  template: templateText.optional(),
  max_frequency: z.string().optional(),
  /** Numbers that get no message, because their code is always the given one. */
  test_otp: z.record(z.string(), z.string()).default({}),
})
