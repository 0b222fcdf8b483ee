import { z } from 'zod'
import { withSections } from '../feature.ts'
import { authFeatures } from './features.ts'
import { webauthnSection } from './webauthn/section.ts'

// What config.toml's [auth] may hold, by the names of the Supabase CLI. A left out setting stays undefined: who uses
// it knows the default, which is the hosted service's.

const mailText = z.looseObject({ subject: z.string().optional(), content_path: z.string().optional() })

export type MailTextSettings = z.infer<typeof mailText>

const factorSwitches = { enroll_enabled: z.boolean().optional(), verify_enabled: z.boolean().optional() }

const otpLength = z.int().min(6).max(10)

const smtp = z.looseObject({
  enabled: z.boolean().default(false),
  host: z.string().optional(),
  port: z.int().min(1).max(65535).default(587),
  user: z.string().optional(),
  pass: z.string().optional(),
  sender_name: z.string().optional(),
  admin_email: z.email().optional(),
})

export type SmtpSettings = z.infer<typeof smtp>

const email = z.looseObject({
  enable_signup: z.boolean().optional(),
  enable_confirmations: z.boolean().optional(),
  double_confirm_changes: z.boolean().optional(),
  secure_password_change: z.boolean().optional(),
  /** Ours, not the CLI's: hosted projects switch it on in the dashboard. */
  require_current_password: z.boolean().optional(),
  max_frequency: z.string().optional(),
  otp_length: otpLength.optional(),
  otp_expiry: z.int().positive().optional(),
  smtp: smtp.prefault({}),
  template: z.record(z.string(), mailText).default({}),
  notification: z.record(z.string(), mailText.extend({ enabled: z.boolean().default(false) })).default({}),
})

const sms = z.looseObject({
  enable_signup: z.boolean().optional(),
  enable_confirmations: z.boolean().optional(),
  template: z.string().optional(),
  max_frequency: z.string().optional(),
  /** Numbers that get no message, because their code is always the given one. */
  test_otp: z.record(z.string(), z.string()).default({}),
})

const mfa = z.looseObject({
  max_enrolled_factors: z.int().positive().optional(),
  totp: z.looseObject(factorSwitches).default({}),
  web_authn: z.looseObject(factorSwitches).default({}),
  /** Ours, not the CLI's, by GoTrue's names. */
  recovery_codes: z.looseObject(factorSwitches).default({}),
  phone: z
    .looseObject({
      ...factorSwitches,
      otp_length: otpLength.optional(),
      template: z.string().optional(),
      max_frequency: z.string().optional(),
    })
    .default({}),
})

const rateLimit = z.looseObject({
  anonymous_users: z.int().nonnegative().optional(),
  token_refresh: z.int().nonnegative().optional(),
  sign_in_sign_ups: z.int().nonnegative().optional(),
  token_verifications: z.int().nonnegative().optional(),
  email_sent: z.int().nonnegative().optional(),
  sms_sent: z.int().nonnegative().optional(),
  /** Ours: how many of those go to whom nobody knows yet, and are asked for from one address. */
  email_sent_to_strangers: z.int().nonnegative().optional(),
  email_sent_per_address: z.int().nonnegative().optional(),
  sms_sent_to_strangers: z.int().nonnegative().optional(),
  sms_sent_per_address: z.int().nonnegative().optional(),
})

const enabled = z.boolean().default(false)

/** Others whose tokens count beside our own. */
const thirdParty = z.object({
  firebase: z.looseObject({ enabled, project_id: z.string().optional() }).prefault({}),
  auth0: z.looseObject({ enabled, tenant: z.string().optional(), tenant_region: z.string().optional() }).prefault({}),
  aws_cognito: z
    .looseObject({ enabled, user_pool_id: z.string().optional(), user_pool_region: z.string().optional() })
    .prefault({}),
  clerk: z.looseObject({ enabled, domain: z.string().optional() }).prefault({}),
  workos: z
    .looseObject({
      enabled,
      issuer_url: z
        .url({ protocol: /^https?$/ })
        .or(z.literal(''))
        .optional(),
    })
    .prefault({}),
})

export type ThirdPartySettings = z.infer<typeof thirdParty>

const coreSection = z.looseObject({
  enabled: z.boolean().optional(),
  site_url: z.string().optional(),
  additional_redirect_urls: z.array(z.string()).default([]),
  jwt_expiry: z.int().positive().optional(),
  jwt_issuer: z.string().optional(),
  signing_keys_path: z.string().optional(),
  enable_signup: z.boolean().optional(),
  enable_anonymous_sign_ins: z.boolean().optional(),
  enable_manual_linking: z.boolean().optional(),
  enable_refresh_token_rotation: z.boolean().optional(),
  refresh_token_reuse_interval: z.int().nonnegative().optional(),
  minimum_password_length: z.int().positive().optional(),
  password_requirements: z.string().optional(),
  /** Not the CLI's yet: the name that the setting has in the hosted service's Management API. */
  password_hibp_enabled: z.boolean().optional(),
  rate_limit: rateLimit.default({}),
  sessions: z.looseObject({ timebox: z.string().optional(), inactivity_timeout: z.string().optional() }).default({}),
  email: email.prefault({}),
  sms: sms.prefault({}),
  mfa: mfa.prefault({}),
  webauthn: webauthnSection.prefault({}),
  third_party: thirdParty.prefault({}),
})

/** config.toml's [auth]. */
export const authSection = withSections(coreSection, authFeatures)
