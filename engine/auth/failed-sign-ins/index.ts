import { z } from 'zod'
import { authFeature } from '../feature.ts'

/** config.toml's [auth.audit_log]. Ours: GoTrue's log has only those who came in. */
export const failedSignIns = authFeature({
  section: z.looseObject({
    audit_log: z.looseObject({ failed_sign_ins: z.boolean().default(false) }).prefault({}),
  }),
  isOn: ({ audit_log }) => audit_log.failed_sign_ins,
  load: async () => (await import('./failed-sign-ins.ts')).failedSignInsInTheLog,
})
