import type { ExternalProviderConfig } from '../project-settings.ts'
import { providerErrors } from './errors.ts'

/** Where the providers that speak OpenID Connect are, unless the project says otherwise (`url`). */
const issuers = {
  apple: 'https://appleid.apple.com',
  azure: 'https://login.microsoftonline.com/common/v2.0',
  gitlab: 'https://gitlab.com',
  google: 'https://accounts.google.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
} as const

const isKnown = (name: string): name is keyof typeof issuers => Object.hasOwn(issuers, name)

/** Undefined for providers that are only where a project says. */
export const issuerOf = (name: string): string | undefined => (isKnown(name) ? issuers[name] : undefined)

/** One provider, ready to be used. */
export type ProviderSettings = {
  name: string
  /** The first is ours; the others are of our native apps, whose ID tokens count too. */
  clientIds: readonly [string, ...string[]]
  secret: string
  /** The issuer; for GitHub, where it is when it is not github.com. */
  url: string | undefined
  redirectUri: string
  skipNonceCheck: boolean
  emailOptional: boolean
  /** Left out: where the provider offers it. */
  pkce?: boolean
  scopes?: readonly string[]
  /** What every sign-in says to this provider. */
  parameters?: Record<string, string>
  /** Where the provider describes itself, when that is not at the usual place below the issuer. */
  discoveryUrl?: string
  claims?: ClaimSettings
}

/** How the words of a provider become those that apps read. */
export type ClaimSettings = {
  /** From claim to claim, or to a value that is always the same. */
  mapping: Record<string, unknown>
  /** Those that are copied as they are. */
  custom: readonly string[]
}

/** The settings of `[auth.external.<name>]`. Throws what is wrong with them, for the developer who tries the provider. */
export function providerSettings(
  name: string,
  config: ExternalProviderConfig | undefined,
  issuer: string,
): ProviderSettings {
  if (!config) throw providerErrors.unsupported(`Provider ${name} could not be found`)
  if (!config.enabled) throw providerErrors.unsupported('provider is not enabled')
  const [clientId, ...others] = (config.client_id ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  if (clientId === undefined) throw providerErrors.unsupported('missing OAuth client ID')
  if (!config.secret) throw providerErrors.unsupported('missing OAuth secret')
  return {
    name,
    clientIds: [clientId, ...others],
    secret: config.secret,
    url: addressOf(name, config.url || undefined),
    redirectUri: config.redirect_uri || `${issuer}/callback`,
    // LinkedIn never returns the nonce it was sent.
    skipNonceCheck: config.skip_nonce_check || name === 'linkedin_oidc',
    emailOptional: config.email_optional,
  }
}

function addressOf(name: string, url: string | undefined): string | undefined {
  if (name === 'github') return url
  if (url === undefined) return issuerOf(name)
  // Microsoft's address names the tenant alone, and Keycloak's may end with a slash that its issuer has not.
  if (name === 'azure') return `${url.replace(/\/+$/, '').replace(/\/v2\.0$/, '')}/v2.0`
  return name === 'keycloak' ? url.replace(/\/+$/, '') : url
}
