import { type Config, ConfigError } from '../config.ts'
import type { Project } from '../project.ts'
import { parseDuration } from './duration.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export type AuthLimits = ReturnType<typeof limitsOf>

/** Every limit of this service; undefined where the installation switches limits off (RATE_LIMITS). */
export const authLimits = (config: Config, project: Project): AuthLimits | undefined =>
  config.rateLimits ? limitsOf(project) : undefined

/** The project's config.toml may set those that the CLI knows ([auth.rate_limit], [auth.email] max_frequency). */
function limitsOf({ config: { auth } }: Project) {
  const {
    anonymous_users: anonymousUsers = 30,
    sign_in_sign_ups: signUps = 30,
    token_refresh: tokens = 150,
    token_verifications: verifications = 30,
    web3: wallets = 30,
    email_sent: mails = 30,
    sms_sent: texts = 30,
  } = auth.rate_limit
  return {
    /** How often one network address may call a route; every route counts for itself (auth.md §9). */
    address: {
      signUpAnonymously: { max: anonymousUsers, timeWindow: HOUR },
      signUp: { max: signUps, timeWindow: 5 * MINUTE },
      otp: { max: signUps, timeWindow: 5 * MINUTE },
      recover: { max: signUps, timeWindow: 5 * MINUTE },
      resend: { max: signUps, timeWindow: 5 * MINUTE },
      reauthenticate: { max: signUps, timeWindow: 5 * MINUTE },
      updateUser: { max: signUps, timeWindow: 5 * MINUTE },
      /** All grants together. A refused refresh signs people out, and an office shares one address: hence so many. */
      token: { max: tokens, timeWindow: 5 * MINUTE },
      /** Wallets besides by themselves, since each sign-in may make a new account. */
      web3: { max: wallets, timeWindow: 5 * MINUTE },
      /** People going to a provider; and, counted by themselves, those coming back. */
      authorize: { max: tokens, timeWindow: 5 * MINUTE },
      /** As `authorize`, of single sign-on. */
      sso: { max: verifications, timeWindow: 5 * MINUTE },
      /** Applications sending people here, and those registering themselves. */
      oauthAuthorize: { max: tokens, timeWindow: 5 * MINUTE },
      oauthRegister: { max: 10, timeWindow: 5 * MINUTE },
      /** Applications fetching tokens; many people's come from one server. */
      oauthToken: { max: 10 * tokens, timeWindow: 5 * MINUTE },
      /** Devices that are asked for a passkey; and, counted by themselves, their answers. */
      passkey: { max: verifications, timeWindow: 5 * MINUTE },
      /** Mail links and codes together. */
      verify: { max: verifications, timeWindow: 5 * MINUTE },
      challengeFactor: { max: 15, timeWindow: MINUTE },
      verifyFactor: { max: 15, timeWindow: MINUTE },
    },
    /**
     * How often one account may be tried in vain, whether it exists or not. The limit for one network address is
     * strict; the one for all addresses together stops a spread attack, and is wide enough that nobody locks
     * somebody else out in passing.
     */
    account: {
      wrongPasswords: {
        fromOneAddress: { max: 10, timeWindow: 5 * MINUTE },
        fromAll: { max: 300, timeWindow: HOUR },
      },
      wrongCodes: {
        fromOneAddress: { max: 10, timeWindow: 5 * MINUTE },
        fromAll: { max: 300, timeWindow: HOUR },
      },
    },
    mail: {
      /** Between two mails of the same kind to the same person. */
      intervalMs: interval('auth.email', auth.email.max_frequency),
      /** Everybody's mails together. */
      total: { max: mails, timeWindow: HOUR },
    },
    sms: {
      intervalMs: interval('auth.sms', auth.sms.max_frequency),
      total: { max: texts, timeWindow: HOUR },
    },
    /** Between two codes to one second factor. */
    factorIntervalMs: interval('auth.mfa.phone', auth.mfa.phone.max_frequency),
  }
}

function interval(section: string, text = '60s'): number {
  const ms = parseDuration(text)
  if (ms === undefined) throw new ConfigError(`config.toml: ${section}.max_frequency should be a duration such as 60s.`)
  return ms
}
