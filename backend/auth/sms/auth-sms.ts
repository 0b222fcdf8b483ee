import type { Bus } from '../../bus/bus.ts'
import type { OneTimeCode } from '../codes/one-time-codes.ts'
import { authErrors } from '../errors.ts'
import { SendLimits } from '../http/send-limits.ts'
import type { AuthLimits } from '../limits.ts'
import type { User } from '../people/user.ts'
import type { AuthSettings } from '../settings.ts'
import type { SmsSender, TextMessage } from './sms-sender.ts'

/** A code on its way to a phone. */
export type Text = { kind: 'sms'; user: User; to: string; code: OneTimeCode }

type Parts = {
  bus: Pick<Bus, 'counter'>
  sender: SmsSender
  settings: AuthSettings
  limits: AuthLimits['sms'] | undefined
}

/** The text messages of this service, and how many there may be. */
export class AuthSms extends SendLimits {
  readonly #parts: Parts

  constructor(parts: Parts) {
    const { limits, bus } = parts
    super(bus, 'text messages', { limits, tooSoon: authErrors.smsTooSoon, quotaUsedUp: authErrors.smsQuotaUsedUp })
    this.#parts = parts
  }

  async send({ user, to, code }: Text) {
    const { fixedCodes, smsTemplate } = this.#parts.settings
    if (fixedCodes.has(to)) return
    const text = fillIn(smsTemplate, code.code)
    await this.#send({ user, phone: to, code: code.code, text, purpose: 'verification' })
  }

  async sendFactorCode(user: User, phone: string, code: string) {
    const text = fillIn(this.#parts.settings.phoneFactor.template, code)
    await this.#send({ user, phone, code, text, purpose: 'mfa' })
  }

  async #send(message: TextMessage) {
    await this.takeFromQuota()
    try {
      await this.#parts.sender.send(message)
    } catch (error) {
      throw authErrors.smsFailed(error)
    }
  }
}

const fillIn = (template: string, code: string) => template.replaceAll(/\{\{\s*\.Code\s*\}\}/g, code)
