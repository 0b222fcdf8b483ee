import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { factorSwitches } from '../sections/mfa-section.ts'

/** Always loaded: existing codes can be listed and removed even where no new ones are created. */
export const recoveryCodes = authFeature({
  section: z.looseObject({
    /** A setting of the engine's own, under GoTrue's names. */
    mfa: z.looseObject({ recovery_codes: z.looseObject(factorSwitches).prefault({}) }).prefault({}),
  }),
  load: async () => (await import('./recovery-code-routes.ts')).recoveryCodeRoutes,
  tables: { name: 'recovery-codes', folder: import.meta.dirname },
})
