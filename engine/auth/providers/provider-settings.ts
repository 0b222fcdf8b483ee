import { externalErrors } from '../external/errors.ts'
import type { ProviderSettings } from '../external/provider.ts'
import type { ProviderSection } from './section.ts'

/** The issuers of the OpenID Connect providers, unless the project sets another (`url`). */
const issuers = {
  apple: 'https://appleid.apple.com',
  azure: 'https://login.microsoftonline.com/common/v2.0',
  gitlab: 'https://gitlab.com',
  google: 'https://accounts.google.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
} as const

const isKnown = (name: string): name is keyof typeof issuers => Object.hasOwn(issuers, name)

/** Undefined for providers that only the project's settings locate. */
export const issuerOf = (name: string): string | undefined => (isKnown(name) ? issuers[name] : undefined)

/**
 * The settings of `[auth.external.<name>]`. Throws what is wrong with them, for the developer who tries the provider.
 */
export function providerSettings(name: string, config: ProviderSection | undefined, issuer: string): ProviderSettings {
  if (!config) throw externalErrors.unsupported(`Provider ${name} could not be found`)
  if (!config.enabled) throw externalErrors.unsupported('provider is not enabled')
  const [clientId, ...others] = (config.client_id ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  if (clientId === undefined) throw externalErrors.unsupported('missing OAuth client ID')
  if (!config.secret) throw externalErrors.unsupported('missing OAuth secret')
  return {
    name,
    clientIds: [clientId, ...others],
    secret: config.secret,
    url: addressOf(name, config.url || undefined),
    redirectUri: config.redirect_uri || `${issuer}/callback`,
    // LinkedIn never returns the nonce.
    skipNonceCheck: config.skip_nonce_check || name === 'linkedin_oidc',
    emailOptional: config.email_optional,
  }
}

function addressOf(name: string, url: string | undefined): string | undefined {
  if (name === 'github') return url
  if (url === undefined) return issuerOf(name)
  // Microsoft's URL names only the tenant, and Keycloak's may end with a slash that its issuer does not have.
  if (name === 'azure') return `${url.replace(/\/+$/, '').replace(/\/v2\.0$/, '')}/v2.0`
  return name === 'keycloak' ? url.replace(/\/+$/, '') : url
}
