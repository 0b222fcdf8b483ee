import { z } from 'zod'

/** One hook: `uri` names it, `secrets` sign the payload. */
const hook = z.looseObject({
  enabled: z.boolean().default(false),
  uri: z.string().optional(),
  secrets: z.string().optional(),
})

export type HookSection = z.output<typeof hook>

export const hookNames = [
  'send_sms',
  'send_email',
  'custom_access_token',
  'before_user_created',
  'password_verification_attempt',
  'mfa_verification_attempt',
] as const

export type HookName = (typeof hookNames)[number]

/** config.toml's [auth.hook]. */
export const hooksSection = z.looseObject({
  send_sms: hook.prefault({}),
  send_email: hook.prefault({}),
  custom_access_token: hook.prefault({}),
  before_user_created: hook.prefault({}),
  password_verification_attempt: hook.prefault({}),
  mfa_verification_attempt: hook.prefault({}),
} satisfies Record<HookName, z.ZodType>)

export type HooksSection = z.output<typeof hooksSection>
