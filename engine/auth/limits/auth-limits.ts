import { type Config, ConfigError } from '../../kernel/config/environment-variables.ts'
import { parseDuration } from '../../kernel/duration.ts'
import type { CoreSection } from '../sections/core-section.ts'
import type { SendingLimits } from './mail-and-sms-limits.ts'
import type { AttemptLimits } from './wrong-attempts-per-account.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export type AuthLimits = ReturnType<typeof allLimits>

/** Every limit of this service; undefined where the installation switches limits off (RATE_LIMITS). */
export const readAuthLimits = (config: Config, auth: CoreSection): AuthLimits | undefined =>
  config.rateLimits ? allLimits(auth) : undefined

/**
 * The limits. The project's config.toml may set those that the CLI knows ([auth.rate_limit], [auth.email]
 * max_frequency).
 */
function allLimits(auth: CoreSection) {
  const { anonymousUsers, signUps, tokens, verifications, mails, texts } = authRates(auth)
  return {
    /** How often one network address may call each route (docs/wire/auth.md#limits). */
    address: {
      signUpAnonymously: { max: anonymousUsers, timeWindow: HOUR },
      signUp: { max: signUps, timeWindow: 5 * MINUTE },
      otp: { max: signUps, timeWindow: 5 * MINUTE },
      recover: { max: signUps, timeWindow: 5 * MINUTE },
      resend: { max: signUps, timeWindow: 5 * MINUTE },
      reauthenticate: { max: signUps, timeWindow: 5 * MINUTE },
      updateUser: { max: signUps, timeWindow: 5 * MINUTE },
      /**
       * For all grants together. The limit is high because an office shares one address, and a refused refresh signs
       * its user out.
       */
      token: { max: tokens, timeWindow: 5 * MINUTE },
      /** For links and codes in mails together. */
      verify: { max: verifications, timeWindow: 5 * MINUTE },
      challengeFactor: { max: 15, timeWindow: MINUTE },
      verifyFactor: { max: 15, timeWindow: MINUTE },
    },
    /**
     * Failed attempts on one account, whether or not it exists. The limit for one network address is strict; very many
     * attempts from all addresses make it stricter and slower for each, and lock nobody out.
     */
    account: { wrongPasswords: guessLimits, wrongCodes: guessLimits },
    mail: {
      intervalMs: interval('auth.email', auth.email.max_frequency),
      ...sendingShares(mails, auth.rate_limit.email_sent_to_strangers, auth.rate_limit.email_sent_per_address),
    },
    sms: {
      intervalMs: interval('auth.sms', auth.sms.max_frequency),
      ...sendingShares(texts, auth.rate_limit.sms_sent_to_strangers, auth.rate_limit.sms_sent_per_address),
    },
  }
}

export type AuthRates = ReturnType<typeof authRates>

/** The values of [auth.rate_limit], which the features' limits also use. */
export const authRates = ({ rate_limit: rates }: CoreSection) => ({
  anonymousUsers: rates.anonymous_users ?? 30,
  signUps: rates.sign_in_sign_ups ?? 30,
  tokens: rates.token_refresh ?? 150,
  verifications: rates.token_verifications ?? 30,
  mails: rates.email_sent ?? 30,
  texts: rates.sms_sent ?? 30,
})

const guessLimits: AttemptLimits = {
  fromOneAddress: { max: 10, timeWindow: 5 * MINUTE },
  alarm: { max: 300, timeWindow: HOUR },
  underAlarm: { max: 3, timeWindow: HOUR },
  pauseMs: 1000,
}

/** Splits the hourly quota of messages: in total, to unconfirmed recipients, from one address, and a reserve. */
const sendingShares = (
  total: number,
  toStrangers = Math.ceil(total / 2),
  perAddress = Math.ceil(total / 5),
): Omit<SendingLimits, 'intervalMs'> => ({
  total: { max: total, timeWindow: HOUR },
  toStrangers: { max: toStrangers, timeWindow: HOUR },
  fromOneAddress: { max: perAddress, timeWindow: HOUR },
  reserved: { max: total === 0 ? 0 : 3, timeWindow: HOUR },
})

/** The interval between two messages, from `max_frequency` of the section. */
export function interval(section: string, text = '60s'): number {
  const ms = parseDuration(text)
  if (ms === undefined) throw new ConfigError(`config.toml: ${section}.max_frequency should be a duration such as 60s.`)
  return ms
}
