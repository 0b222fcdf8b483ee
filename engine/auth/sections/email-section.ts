import { z } from 'zod'
import { smtpSection } from '../../mail/smtp-section.ts'

const mailText = z.looseObject({ subject: z.string().optional(), content_path: z.string().optional() })

export type MailTextSection = z.infer<typeof mailText>

export type EmailSection = z.infer<typeof emailSection>

/** config.toml's [auth.email]. */
export const emailSection = z.looseObject({
  enable_signup: z.boolean().optional(),
  enable_confirmations: z.boolean().optional(),
  double_confirm_changes: z.boolean().optional(),
  secure_password_change: z.boolean().optional(),
  /** A setting of the engine's own: hosted projects switch it on in the dashboard. */
  require_current_password: z.boolean().optional(),
  max_frequency: z.string().optional(),
  otp_length: z.int().min(6).max(10).optional(),
  otp_expiry: z.int().positive().optional(),
  /** A setting of the engine's own: how long the link of an invitation is valid. */
  invitation_expiry: z.int().positive().optional(),
  smtp: smtpSection.prefault({}),
  template: z.record(z.string(), mailText).default({}),
  notification: z.record(z.string(), mailText.extend({ enabled: z.boolean().default(false) })).default({}),
})
