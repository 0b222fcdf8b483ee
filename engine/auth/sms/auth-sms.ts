import { parseTemplate, unescaped } from 'engine-go-template'
import type { Bus } from '../../bus/bus.ts'
import type { AuthSettings } from '../auth-settings.ts'
import type { OneTimeCode } from '../codes/one-time-codes.ts'
import { authErrors } from '../errors.ts'
import type { AuthLimits } from '../limits/auth-limits.ts'
import { SendLimits } from '../limits/mail-and-sms-limits.ts'
import { type Factor, isPhoneConfirmed, type User } from '../users/user.ts'
import type { Visitor } from '../visitor.ts'
import type { SendText, TextMessage } from './sms-sender.ts'

/** A code that is about to be sent to a phone. */
export type CodeMessage = { kind: 'sms'; user: User; to: string; code: OneTimeCode }

const DEFAULT_TEMPLATE = 'Your code is {{ .Code }}'

type PhoneFactor = Pick<Factor, 'phone' | 'status'>

type Parts = {
  bus: Pick<Bus, 'counter'>
  sendText: SendText
  settings: AuthSettings
  limits: AuthLimits['sms'] | undefined
}

/** The text messages of this service and their limits. */
export class AuthSms extends SendLimits {
  readonly #parts: Parts

  constructor(parts: Parts) {
    const { limits, bus } = parts
    super(bus, 'text messages', { limits, tooSoon: authErrors.smsTooSoon, quotaUsedUp: authErrors.smsQuotaUsedUp })
    this.#parts = parts
  }

  async send({ user, to, code }: CodeMessage, asker: Visitor | undefined) {
    const { fixedCodes, smsTemplate } = this.#parts.settings
    if (fixedCodes.has(to)) return
    const text = fillIn(smsTemplate ?? DEFAULT_TEMPLATE, code.code)
    const isKnown = to === user.phone && isPhoneConfirmed(user)
    await this.#send({ user, phone: to, code: code.code, text, purpose: 'verification' }, isKnown, asker)
  }

  /** Sends a code to a phone that is, or will be, a signed-in user's second factor. */
  async sendFactorCode(
    user: User,
    { phone, status }: PhoneFactor,
    { code, template = DEFAULT_TEMPLATE }: { code: string; template: string | undefined },
    asker: Visitor,
  ) {
    const text = fillIn(template, code)
    await this.#send({ user, phone: phone ?? '', code, text, purpose: 'mfa' }, status === 'verified', asker)
  }

  async #send(message: TextMessage, isKnown: boolean, asker: Visitor | undefined) {
    await this.takeFromQuota({ address: message.phone, isKnown }, asker)
    try {
      await this.#parts.sendText(message)
    } catch (error) {
      throw authErrors.smsFailed(error)
    }
  }
}

const fillIn = (template: string, code: string) => parseTemplate(template)({ Code: code }, unescaped)
