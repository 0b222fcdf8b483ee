import { z } from 'zod'

const factorSwitches = { enroll_enabled: z.boolean().optional(), verify_enabled: z.boolean().optional() }

/** config.toml's [auth.mfa]. */
export const mfaSection = z.looseObject({
  max_enrolled_factors: z.int().positive().optional(),
  totp: z.looseObject(factorSwitches).default({}),
  web_authn: z.looseObject(factorSwitches).default({}),
  /** Ours, not the CLI's, by GoTrue's names. */
  recovery_codes: z.looseObject(factorSwitches).default({}),
  phone: z
    .looseObject({
      ...factorSwitches,
      otp_length: z.int().min(6).max(10).optional(),
      template: z.string().optional(),
      max_frequency: z.string().optional(),
    })
    .default({}),
})
