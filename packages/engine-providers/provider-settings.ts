import { type ExternalSection, externalErrors, issuerOf, requireOffered } from 'engine/feature'
import type { ProviderSettings } from './provider.ts'

/** Reads `[auth.external.<name>]`. Throws the first wrong setting, for the developer who tries the provider. */
export function providerSettings(name: string, external: ExternalSection, issuer: string): ProviderSettings {
  const config = requireOffered(name, external)
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
    // LinkedIn never returns the nonce, so it is not checked.
    skipNonceCheck: config.skip_nonce_check || name === 'linkedin_oidc',
    emailOptional: config.email_optional,
  }
}

function addressOf(name: string, url: string | undefined): string | undefined {
  if (name === 'github') return url
  if (url === undefined) return issuerOf(name)
  // Microsoft's URL in config.toml names only the tenant, and Keycloak's may end with a slash that its issuer does not
  // have.
  if (name === 'azure') return `${url.replace(/\/+$/, '').replace(/\/v2\.0$/, '')}/v2.0`
  return name === 'keycloak' ? url.replace(/\/+$/, '') : url
}
