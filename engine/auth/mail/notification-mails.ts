import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import type { Slots } from '../../kernel/page-slots.ts'
import type { MailQueueApi } from '../../mail/queue/mail-queue.ts'
import type { EmailSection } from '../sections/email-section.ts'
import type { User } from '../users/user.ts'
import { userJson } from '../users/user-json.ts'
import type { SendMail } from './auth-mail.ts'
import { type DefaultMail, notice } from './default-mails.ts'
import { loadTemplate, type MailTemplate, noticePaths } from './mail-templates.ts'

/** The default texts of notices after a change, by their names in config.toml's [auth.email.notification]. */
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

type NoticeFacts = { OldEmail?: string; Phone?: string; OldPhone?: string; Provider?: string; FactorType?: string }

type Parts = {
  mails: MailQueueApi
  /** The project's own way to send mails, if it has one. */
  sendMail: SendMail | undefined
  log: FastifyBaseLogger
  siteUrl: string
  issuer: string
  slots: Pick<Slots, 'values'>
}

/** A notice: a queued mail, or the data with which the project sends one itself. */
export type NotificationMail = { queued: readonly string[]; about?: Record<string, unknown> }

export type NotificationMails = {
  /** Prepares a notice of a change in its transaction, where the project wants that. Call `send` after the commit. */
  write(tx: Transaction, kind: NoticeKind, user: User, facts?: NoticeFacts): Promise<NotificationMail>
  /** Never fails, even if the mail does. */
  send(notice: NotificationMail | undefined): Promise<void>
}

/** `dir` is the project's folder. Throws `ConfigError` for a template that cannot be used. */
export async function openNotificationMails(
  dir: string,
  { notification, smtp }: EmailSection,
  parts: Parts,
): Promise<NotificationMails> {
  const templates = new Map<string, MailTemplate>()
  const places = (contentPath: string) => noticePaths(dir, contentPath)
  for (const [kind, standard] of Object.entries(defaults)) {
    const settings = notification[kind]
    if (!settings?.enabled) continue
    templates.set(
      kind,
      await loadTemplate(places, `auth.email.notification.${kind}`, settings, standard, { slots: parts.slots, smtp }),
    )
  }
  return {
    async write(tx, kind, user, facts = {}) {
      const template = templates.get(kind)
      // A change of address is reported to the old one, whose owner may not know of it.
      const to = facts.OldEmail || user.email
      if (!template || !to) return { queued: [] }
      if (parts.sendMail) return { queued: [], about: payloadOf(kind, user, facts, parts.issuer) }
      const words = template({ SiteURL: parts.siteUrl, Email: user.email ?? '', ...facts })
      const id = await parts.mails.add(tx, { to, ...words })
      return { queued: id === undefined ? [] : [id] }
    },
    async send(notice) {
      if (!notice) return
      await parts.mails.sendNow(notice.queued)
      if (!notice.about) return
      try {
        await parts.sendMail?.(notice.about)
      } catch (error) {
        parts.log.warn(error, 'A mail about a change could not be sent.')
      }
    },
  }
}

const payloadOf = (kind: NoticeKind, user: User, facts: NoticeFacts, issuer: string) => ({
  user: userJson(user),
  email_data: {
    token: '',
    token_hash: '',
    token_new: '',
    token_hash_new: '',
    redirect_to: '',
    site_url: issuer,
    email_action_type: `${kind}_notification`,
    old_email: facts.OldEmail ?? '',
    old_phone: facts.OldPhone ?? '',
    provider: facts.Provider ?? '',
    factor_type: facts.FactorType ?? '',
  },
})
