import { z } from 'zod'

/** config.toml's [auth.sms]. */
export const smsSection = z.looseObject({
  enable_signup: z.boolean().optional(),
  enable_confirmations: z.boolean().optional(),
  template: z.string().optional(),
  max_frequency: z.string().optional(),
  /** Numbers that get no message, because their code is always the given one. */
  test_otp: z.record(z.string(), z.string()).default({}),
})
