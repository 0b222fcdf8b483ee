import { z } from 'zod'
import { authFeature } from '../feature.ts'

/** config.toml's [auth.audit_log], a setting of the engine's own: GoTrue's log has only successful sign-ins. */
export const failedSignIns = authFeature({
  section: z.looseObject({
    audit_log: z.looseObject({ failed_sign_ins: z.boolean().default(false) }).prefault({}),
  }),
  isOn: ({ audit_log }) => audit_log.failed_sign_ins,
  load: async () => (await import('./log-failed-sign-ins.ts')).logFailedSignIns,
})
