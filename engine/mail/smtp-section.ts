import { z } from 'zod'

/** config.toml's [auth.email.smtp]: the server of mails where there is no MAIL_URL. */
export const smtpSection = z.looseObject({
  enabled: z.boolean().default(false),
  host: z.string().optional(),
  port: z.int().min(1).max(65535).default(587),
  user: z.string().optional(),
  pass: z.string().optional(),
  sender_name: z.string().optional(),
  admin_email: z.email().optional(),
  /** Ours: who gets the answers to mails of the auth service; a template, as `sender_name` is. */
  reply_to: z.string().optional(),
})

export type SmtpSection = z.infer<typeof smtpSection>
