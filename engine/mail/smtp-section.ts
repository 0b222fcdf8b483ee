import { z } from 'zod'

/** config.toml's [auth.email.smtp]: the mail server where MAIL_URL is not set. */
export const smtpSection = z.looseObject({
  enabled: z.boolean().default(false),
  host: z.string().optional(),
  port: z.int().min(1).max(65535).default(587),
  user: z.string().optional(),
  pass: z.string().optional(),
  sender_name: z.string().optional(),
  admin_email: z.email().optional(),
  /**
   * A setting of the engine's own: the recipient of answers to the auth service's mails; a template, like
   * `sender_name`.
   */
  reply_to: z.string().optional(),
})

export type SmtpSection = z.infer<typeof smtpSection>
