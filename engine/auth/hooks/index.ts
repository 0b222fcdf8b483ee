import { z } from 'zod'
import { loadPackage, type OptionalPackage } from '../../kernel/optional-package.ts'
import { authFeature, type StartAuthFeature } from '../feature.ts'

/** One hook: `uri` names it, `secrets` sign the payload. */
const hook = z.looseObject({
  enabled: z.boolean().default(false),
  uri: z.string().optional(),
  secrets: z.string().optional(),
})

/** config.toml's [auth.hook]. */
const hooksSection = z.looseObject({
  send_sms: hook.prefault({}),
  send_email: hook.prefault({}),
  custom_access_token: hook.prefault({}),
  before_user_created: hook.prefault({}),
  password_verification_attempt: hook.prefault({}),
  mfa_verification_attempt: hook.prefault({}),
})

export const hookNames = hooksSection.keyof().options

export type HookSection = z.output<typeof hook>
export type HooksSection = z.output<typeof hooksSection>
export type HookName = (typeof hookNames)[number]

/** The `feature` that the package exports. */
export type HooksFeature = { hooks: StartAuthFeature<{ hook: HooksSection }> }

const from: OptionalPackage = { name: 'engine-hooks', provides: 'hooks', requiredBy: 'config.toml ([auth.hook])' }

/** Hooks of a project: functions in its database, or webhooks, that the service calls. */
export const hooks = authFeature({
  section: z.looseObject({ hook: hooksSection.prefault({}) }),
  isOn: ({ hook }) => hookNames.some((name) => hook[name].enabled),
  from,
  load: async () => (await loadPackage<HooksFeature>(from)).hooks,
})
