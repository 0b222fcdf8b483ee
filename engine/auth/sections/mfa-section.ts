import { z } from 'zod'

/** The settings of each type of factor. */
export const factorSwitches = { enroll_enabled: z.boolean().optional(), verify_enabled: z.boolean().optional() }

/** config.toml's [auth.mfa], for all factors together. */
export const mfaSection = z.looseObject({ max_enrolled_factors: z.int().positive().optional() })
