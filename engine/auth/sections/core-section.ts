import { z } from 'zod'
import { emailSection } from './email-section.ts'
import { mfaSection } from './mfa-section.ts'
import { smsSection } from './sms-section.ts'

// The core's settings in config.toml's [auth], under the names of the Supabase CLI. A missing setting stays undefined:
// the code that uses it has the default, which is the hosted service's.

const rateLimit = z.looseObject({
  anonymous_users: z.int().nonnegative().optional(),
  token_refresh: z.int().nonnegative().optional(),
  sign_in_sign_ups: z.int().nonnegative().optional(),
  token_verifications: z.int().nonnegative().optional(),
  email_sent: z.int().nonnegative().optional(),
  sms_sent: z.int().nonnegative().optional(),
  /** A setting of the engine's own: the part of these mails for unconfirmed recipients, and for one address. */
  email_sent_to_strangers: z.int().nonnegative().optional(),
  email_sent_per_address: z.int().nonnegative().optional(),
  sms_sent_to_strangers: z.int().nonnegative().optional(),
  sms_sent_per_address: z.int().nonnegative().optional(),
})

export const coreSection = z.looseObject({
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
  /** Not a setting of the CLI yet: the name comes from the hosted service's Management API. */
  password_hibp_enabled: z.boolean().optional(),
  rate_limit: rateLimit.default({}),
  sessions: z.looseObject({ timebox: z.string().optional(), inactivity_timeout: z.string().optional() }).default({}),
  email: emailSection.prefault({}),
  sms: smsSection.prefault({}),
  mfa: mfaSection.prefault({}),
})

export type CoreSection = z.output<typeof coreSection>
