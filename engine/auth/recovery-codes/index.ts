import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { factorSwitches } from '../sections/mfa-section.ts'

/** Loaded in any case: codes that somebody has can be seen and given up where no new ones are made. */
export const recoveryCodes = authFeature({
  section: z.looseObject({
    /** Ours, not the CLI's, by GoTrue's names. */
    mfa: z.looseObject({ recovery_codes: z.looseObject(factorSwitches).prefault({}) }).prefault({}),
  }),
  load: async () => (await import('./recovery-codes.ts')).recoveryCodeRoutes,
  tables: { name: 'recovery-codes', folder: import.meta.dirname },
})
