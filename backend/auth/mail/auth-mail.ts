import type { Bus } from '../../bus/bus.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { OneTimeCode } from '../codes/one-time-codes.ts'
import { authErrors } from '../errors.ts'
import { SendLimits } from '../http/send-limits.ts'
import type { AuthLimits } from '../limits.ts'
import type { User } from '../people/user.ts'
import type { AuthSettings } from '../settings.ts'
import type { MailKind } from './default-mails.ts'
import type { MailTemplates } from './templates.ts'

export type Letter = {
  kind: MailKind
  /** Undefined: the mail holds a code only. */
  linkType?: 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'
  user: User
  to: string
  code: OneTimeCode
  redirectTo: string
  newEmail?: string
}

/** What the failure of a mail is called in the error. */
const namesInErrors: Record<MailKind, string> = {
  confirmation: 'confirmation',
  recovery: 'recovery',
  magic_link: 'magic link',
  email_change: 'email change',
  invite: 'invite',
  reauthentication: 'reauthentication',
}

type Parts = {
  bus: Pick<Bus, 'counter'>
  mailer: Mailer
  templates: MailTemplates
  settings: AuthSettings
  limits: AuthLimits['mail'] | undefined
}

/** The mails of this service, and how many there may be. */
export class AuthMail extends SendLimits {
  readonly #parts: Parts

  constructor(parts: Parts) {
    const { limits, bus } = parts
    super(bus, 'mails', { limits, tooSoon: authErrors.mailTooSoon, quotaUsedUp: authErrors.mailQuotaUsedUp })
    this.#parts = parts
  }

  /** Sends a mail with its link. */
  async send(letter: Letter) {
    const { templates, mailer, settings } = this.#parts
    if (!settings.autoconfirm) await this.takeFromQuota()
    try {
      await mailer.send({ to: letter.to, ...templates[letter.kind](this.#valuesFor(letter)) })
    } catch (error) {
      throw authErrors.mailFailed(namesInErrors[letter.kind], error)
    }
  }

  #valuesFor({ user, to, code, linkType, redirectTo, newEmail }: Letter) {
    const { settings } = this.#parts
    return {
      SiteURL: settings.siteUrl,
      ConfirmationURL: linkType ? verificationLink(settings, { hash: code.hash, linkType, redirectTo }) : '',
      Email: user.email ?? '',
      NewEmail: newEmail ?? '',
      SendingTo: to,
      Token: code.code,
      TokenHash: code.hash,
      RedirectTo: redirectTo,
      Data: user.raw_user_meta_data ?? {},
    }
  }
}

type Link = { hash: string; linkType: string; redirectTo: string }

/** Where a mail's link leads first: to this service, which sends the person on. */
export function verificationLink({ issuer }: AuthSettings, { hash, linkType, redirectTo }: Link): string {
  const target = /[&=#]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo
  return `${issuer}/verify?token=${hash}&type=${linkType}&redirect_to=${target}`
}
