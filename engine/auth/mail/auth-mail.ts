import type { Bus } from '../../bus/bus.ts'
import type { Transaction } from '../../database/database.ts'
import type { MailQueueApi } from '../../mail/queue/mail-queue.ts'
import type { AuthSettings } from '../auth-settings.ts'
import type { OneTimeCode } from '../codes/one-time-codes.ts'
import { authErrors } from '../errors.ts'
import type { AuthLimits } from '../limits/auth-limits.ts'
import { SendLimits } from '../limits/mail-and-sms-limits.ts'
import { isConfirmed, type User } from '../users/user.ts'
import { userJson } from '../users/user-json.ts'
import type { Visitor } from '../visitor.ts'
import type { MailKind } from './default-mails.ts'
import type { MailTemplates } from './mail-templates.ts'

/** Sends a mail by another way than the mail server; it gets the mail's content as data. */
export type SendMail = (about: Record<string, unknown>) => Promise<void>

export type Letter = {
  kind: MailKind
  /** Undefined where the mail contains only a code. */
  linkType?: 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'
  user: User
  to: string
  code: OneTimeCode
  redirectTo: string
  newEmail?: string
}

type Parts = {
  bus: Pick<Bus, 'counter'>
  mails: MailQueueApi
  /** The project's own way to send mails, if it has one. */
  sendMail: SendMail | undefined
  templates: MailTemplates
  settings: AuthSettings
  limits: AuthLimits['mail'] | undefined
}

/** The mails of this service and their limits. */
export class AuthMail extends SendLimits {
  readonly #parts: Parts

  constructor(parts: Parts) {
    const { limits, bus } = parts
    super(bus, 'mails', { limits, tooSoon: authErrors.mailTooSoon, quotaUsedUp: authErrors.mailQuotaUsedUp })
    this.#parts = parts
  }

  /** Queues mails in the transaction that causes them; does nothing where the project sends them itself. */
  async queue(tx: Transaction, letters: readonly Letter[]): Promise<string[]> {
    const { mails, sendMail, settings, templates } = this.#parts
    if (sendMail) return []
    const queued: string[] = []
    for (const letter of letters) {
      const { kind, to } = letter
      const [urgency, lifetimeMs] =
        kind === 'invite'
          ? (['invitation', settings.invitationExpiryMs] as const)
          : (['code', settings.otpExpiryMs] as const)
      const validUntil = new Date(Date.now() + lifetimeMs)
      const id = await mails.add(tx, { to, urgency, validUntil, ...templates[kind](this.#valuesFor(letter)) })
      if (id !== undefined) queued.push(id)
    }
    return queued
  }

  takeBack(tx: Transaction, queued: readonly string[]): Promise<void> {
    return this.#parts.mails.cancel(tx, queued)
  }

  /**
   * Sends the queued mails, or lets the project send them; for a change of address that both sides confirm, the old
   * address comes first. `asker` is undefined for an administrator.
   */
  async send(letters: readonly [Letter, ...Letter[]], queued: readonly string[], asker: Visitor | undefined) {
    const { settings, sendMail, mails } = this.#parts
    if (!settings.autoconfirm) {
      for (const { to, user } of letters) {
        await this.takeFromQuota({ address: to, isKnown: to === user.email && isConfirmed(user) }, asker)
      }
    }
    if (sendMail) await sendMail(payloadOf(letters, settings))
    else await mails.sendInBackground(queued)
  }

  #valuesFor({ user, to, code, linkType, redirectTo, newEmail }: Letter) {
    const { settings } = this.#parts
    return {
      SiteURL: settings.siteUrl,
      ConfirmationURL: linkType ? verificationLink(settings, { token: code.link, linkType, redirectTo }) : '',
      Email: user.email ?? '',
      NewEmail: newEmail ?? '',
      SendingTo: to,
      Token: code.code,
      TokenHash: code.link,
      RedirectTo: redirectTo,
      Data: user.raw_user_meta_data ?? {},
    }
  }
}

/**
 * The payload of the send_email hook. For a change that both sides confirm, `token` and `token_hash_new` are for the
 * old address, `token_new` and `token_hash` for the new one, as existing hooks expect.
 */
function payloadOf([first, second]: readonly [Letter, ...Letter[]], { issuer }: AuthSettings) {
  const { user, newEmail, linkType = 'reauthentication' } = first
  return {
    user: { ...userJson(user), ...(newEmail !== undefined && { new_email: newEmail }) },
    email_data: {
      token: first.code.code,
      token_hash: (second ?? first).code.link,
      token_new: second?.code.code ?? '',
      token_hash_new: second ? first.code.link : '',
      redirect_to: first.redirectTo,
      email_action_type: linkType,
      site_url: issuer,
    },
  }
}

type Link = { token: string; linkType: string; redirectTo: string }

/** The URL of a mail's link: this service, which redirects to the site. */
export function verificationLink({ issuer }: AuthSettings, { token, linkType, redirectTo }: Link): string {
  const target = /[&=#%+]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo
  return `${issuer}/verify?token=${token}&type=${linkType}&redirect_to=${target}`
}
