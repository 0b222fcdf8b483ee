import { LRUCache } from 'lru-cache'
import type { Mailer } from '../../mail/mailer.ts'
import type { OneTimeCode } from '../codes/one-time-codes.ts'
import { authErrors } from '../errors.ts'
import { Attempts } from '../http/attempts.ts'
import type { AuthLimits } from '../limits.ts'
import type { User } from '../people/user.ts'
import type { AuthSettings } from '../settings.ts'
import type { MailKind } from './default-mails.ts'
import type { MailTemplates } from './templates.ts'

export type Letter = {
  kind: MailKind
  linkType: 'signup' | 'recovery' | 'magiclink' | 'email_change'
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
}

type Parts = {
  mailer: Mailer
  templates: MailTemplates
  settings: AuthSettings
  /** Undefined: as many and as often as asked for. */
  limits: AuthLimits['mail'] | undefined
}

/** The mails of this service, and how many there may be. */
export class AuthMail {
  readonly #parts: Parts
  readonly #sent: Attempts | undefined
  readonly #pretended: LRUCache<string, Date> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    const { limits } = parts
    this.#sent = limits && new Attempts(limits.total)
    this.#pretended = limits && new LRUCache({ max: 50_000, ttl: limits.intervalMs })
  }

  /** Throws when this hour's mails are used up. Asked before looking anybody up, so that the answer tells nothing. */
  requireQuota() {
    if (this.#sent?.isUsedUp('all')) throw authErrors.mailQuotaUsedUp()
  }

  /** Throws when the last mail of this kind went to this person a moment ago. */
  requireInterval(lastSentAt: Date | string | null) {
    const { limits } = this.#parts
    if (!limits || lastSentAt === null) return
    const waitMs = new Date(lastSentAt).getTime() + limits.intervalMs - Date.now()
    if (waitMs > 0) throw authErrors.mailTooSoon(Math.ceil(waitMs / 1000))
  }

  /**
   * Behaves as if a mail had gone to somebody who gets none: a second request too soon is refused as it is for a
   * real person. Otherwise asking twice would tell who has an account.
   */
  pretend(kind: MailKind, email: string): undefined {
    const key = `${kind} ${email}`
    this.requireInterval(this.#pretended?.get(key) ?? null)
    this.#pretended?.set(key, new Date())
  }

  /** Sends a mail with its link. */
  async send(letter: Letter) {
    if (this.#sent && !this.#parts.settings.autoconfirm && !this.#sent.take('all')) throw authErrors.mailQuotaUsedUp()
    const { templates, mailer } = this.#parts
    try {
      await mailer.send({ to: letter.to, ...templates[letter.kind](this.#valuesFor(letter)) })
    } catch (error) {
      throw authErrors.mailFailed(namesInErrors[letter.kind], error)
    }
  }

  #valuesFor({ user, to, code, linkType, redirectTo, newEmail }: Letter) {
    const { settings } = this.#parts
    const target = /[&=#]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo
    return {
      SiteURL: settings.siteUrl,
      ConfirmationURL: `${settings.issuer}/verify?token=${code.hash}&type=${linkType}&redirect_to=${target}`,
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
