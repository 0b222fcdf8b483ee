import { type Config, ConfigError } from '../kernel/config/environment-variables.ts'
import { parseDuration } from '../kernel/duration.ts'
import { issuerOf } from '../tokens/issuer.ts'
import { globToRegExp } from './glob.ts'
import type { CoreSection } from './sections/core-section.ts'
import type { PasswordPolicy } from './users/passwords.ts'

const LOWEST_MINIMUM_LENGTH = 6
const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'

/** The character sets of config.toml's `password_requirements`. */
const requirements: Record<string, readonly string[]> = {
  '': [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, symbols],
}

/** The settings of this installation and its project; a missing one has the hosted service's default. */
export type AuthSettings = ReturnType<typeof authSettings>

/** Throws `ConfigError` for a setting of the project's config.toml that cannot be used. */
export function authSettings(config: Config, auth: CoreSection) {
  const { email, sms, mfa } = auth
  return {
    /** Where links end, unless they name another URL. */
    siteUrl: siteUrlOf(config, auth.site_url),
    /** The URL of this service, for links in mails. */
    issuer: `${config.apiUrl}/auth/v1`,
    /** The issuer in tokens. */
    tokenIssuer: issuerOf(config, auth),
    /** Patterns of URLs where links may end besides the site itself. */
    redirectPatterns: auth.additional_redirect_urls.map(globToRegExp),
    jwtExpirySeconds: auth.jwt_expiry ?? 3600,
    signUpEnabled: auth.enable_signup ?? true,
    anonymousEnabled: auth.enable_anonymous_sign_ins ?? false,
    /** Whether users may link further identities themselves. */
    manualLinking: auth.enable_manual_linking ?? false,
    emailEnabled: email.enable_signup ?? true,
    /** If false, a new address must be confirmed by a mail. */
    autoconfirm: email.enable_confirmations === false,
    /** Whether a change of address must be confirmed from the old one too. */
    secureEmailChange: email.double_confirm_changes ?? true,
    /** Whether a new password requires a sign-in within the last 24 hours. */
    securePasswordChange: email.secure_password_change ?? false,
    /** Whether a new password requires the current one. */
    asksForCurrentPassword: email.require_current_password ?? false,
    otpLength: email.otp_length ?? 6,
    otpExpiryMs: (email.otp_expiry ?? 3600) * 1000,
    /** The lifetime of the link alone, which cannot be guessed; the code beside it expires like any other. */
    invitationExpiryMs: (email.invitation_expiry ?? email.otp_expiry ?? 3600) * 1000,
    phoneEnabled: sms.enable_signup ?? false,
    /** If false, a new number must be confirmed by a code. */
    phoneAutoconfirm: sms.enable_confirmations === false,
    /** Undefined where the default text is used. */
    smsTemplate: sms.template,
    /** Fixed codes by number, for the reviewers of app stores. */
    fixedCodes: new Map(Object.entries(sms.test_otp).map(([phone, code]) => [phone.replace(/^\+/, ''), code])),
    maxFactors: mfa.max_enrolled_factors ?? 10,
    passwordPolicy: passwordPolicy(auth),
    refreshTokenRotation: auth.enable_refresh_token_rotation ?? true,
    refreshTokenReuseSeconds: auth.refresh_token_reuse_interval ?? 10,
    sessionTimeboxMs: duration('auth.sessions.timebox', auth.sessions.timebox),
    sessionInactivityMs: duration('auth.sessions.inactivity_timeout', auth.sessions.inactivity_timeout),
  }
}

/**
 * The site's address: SITE_URL, else the one in config.toml, unless the engine serves the site itself
 * (docs/decisions/0061-whose-address-counts.md).
 */
function siteUrlOf({ siteUrl, siteUrlGiven, servesOwnSite }: Config, written = ''): string {
  if (siteUrlGiven || servesOwnSite || written === '') return siteUrl
  if (!URL.canParse(written)) {
    throw new ConfigError('config.toml: auth.site_url should be an address such as https://example.com.')
  }
  // An app's own scheme may end with slashes.
  return /^https?:/i.test(written) ? written.replace(/\/+$/, '') : written
}

function passwordPolicy({
  minimum_password_length: minimumLength = LOWEST_MINIMUM_LENGTH,
  password_requirements: required = '',
  password_hibp_enabled: refusesLeaked = false,
}: CoreSection): PasswordPolicy {
  const requiredCharacters = requirements[required]
  if (!requiredCharacters) {
    throw new ConfigError(
      `config.toml: auth.password_requirements should be one of ${Object.keys(requirements).filter(Boolean).join(', ')}, or empty.`,
    )
  }
  return { minimumLength: Math.max(minimumLength, LOWEST_MINIMUM_LENGTH), requiredCharacters, refusesLeaked }
}

/** An empty value and a duration of 0 mean that there is no limit. */
function duration(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = parseDuration(text)
  if (ms === undefined) throw new ConfigError(`config.toml: ${name} should be a duration such as 24h.`)
  return ms || undefined
}
