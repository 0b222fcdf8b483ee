import type { FastifyBaseLogger } from 'fastify'
import type { Mailer } from '../../mail/mailer.ts'
import type { User } from '../people/user.ts'
import { userJson } from '../people/user-json.ts'
import type { EmailSection } from '../sections/email-section.ts'
import type { SendMail } from './auth-mail.ts'
import { type DefaultMail, notice } from './default-mails.ts'
import { loadTemplate, type MailTemplate } from './templates.ts'

/** What people are told of behind a change, by the names of config.toml's [auth.email.notification]. */
const defaults = {
  password_changed: notice(
    'Your password has been changed',
    'The password of your account {{ .Email }} has just been changed.',
  ),
  email_changed: notice(
    'Your email address has been changed',
    'The address of your account has just been changed from {{ .OldEmail }} to {{ .Email }}.',
  ),
  phone_changed: notice(
    'Your phone number has been changed',
    'The phone number of your account {{ .Email }} has just been changed to {{ .Phone }}.',
  ),
  identity_linked: notice(
    'A new identity has been linked',
    'Your account {{ .Email }} can now also be signed in to by {{ .Provider }}.',
  ),
  identity_unlinked: notice(
    'An identity has been unlinked',
    'Your account {{ .Email }} can no longer be signed in to by {{ .Provider }}.',
  ),
  mfa_factor_enrolled: notice(
    'A new MFA factor has been enrolled',
    'A second factor ({{ .FactorType }}) has just been added to your account {{ .Email }}.',
  ),
  mfa_factor_unenrolled: notice(
    'An MFA factor has been unenrolled',
    'A second factor ({{ .FactorType }}) has just been removed from your account {{ .Email }}.',
  ),
} satisfies Record<string, DefaultMail>

type NoticeKind = keyof typeof defaults

type Facts = { OldEmail?: string; Phone?: string; OldPhone?: string; Provider?: string; FactorType?: string }

type Parts = {
  mailer: Mailer
  /** The project's own way to send them. */
  sendMail: SendMail | undefined
  log: FastifyBaseLogger
  siteUrl: string
  issuer: string
}

export type Notices = {
  /** Tells somebody of a change that is made, where the project wants that. Nothing fails because the mail does. */
  tell(kind: NoticeKind, user: User, facts?: Facts): Promise<void>
}

/** `dir` is the project's folder. Throws `ConfigError` for a template that cannot be used. */
export async function openNotices(dir: string, { notification }: EmailSection, parts: Parts): Promise<Notices> {
  const templates = new Map<string, MailTemplate>()
  for (const [kind, standard] of Object.entries(defaults)) {
    const settings = notification[kind]
    if (!settings?.enabled) continue
    templates.set(kind, await loadTemplate(dir, `auth.email.notification.${kind}`, settings, standard))
  }
  return {
    async tell(kind, user, facts = {}) {
      const template = templates.get(kind)
      // Of a changed address the old one hears: its owner may know nothing of it.
      const to = facts.OldEmail || user.email
      if (!template || !to) return
      try {
        if (parts.sendMail) await parts.sendMail(payloadOf(kind, user, facts, parts.issuer))
        else await parts.mailer.send({ to, ...template({ SiteURL: parts.siteUrl, Email: user.email ?? '', ...facts }) })
      } catch (error) {
        parts.log.warn(error, 'A mail about a change could not be sent.')
      }
    },
  }
}

const payloadOf = (kind: NoticeKind, user: User, facts: Facts, issuer: string) => ({
  user: userJson(user),
  email_data: {
    ...{ token: '', token_hash: '', token_new: '', token_hash_new: '', redirect_to: '', site_url: issuer },
    email_action_type: `${kind}_notification`,
    old_email: facts.OldEmail ?? '',
    old_phone: facts.OldPhone ?? '',
    provider: facts.Provider ?? '',
    factor_type: facts.FactorType ?? '',
  },
})
