import { z } from 'zod'

/** What config.toml says of each type of factor. */
export const factorSwitches = { enroll_enabled: z.boolean().optional(), verify_enabled: z.boolean().optional() }

/** config.toml's [auth.mfa], of all factors together. */
export const mfaSection = z.looseObject({ max_enrolled_factors: z.int().positive().optional() })
