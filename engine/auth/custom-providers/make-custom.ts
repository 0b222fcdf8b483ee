import type { Tokens } from '../../tokens/tokens.ts'
import { externalErrors } from '../external/errors.ts'
import { oidc } from '../external/oidc.ts'
import { oidcPerson } from '../external/oidc-person.ts'
import { plainOAuth } from '../external/plain-oauth.ts'
import type { Provider, ProviderSettings } from '../external/provider.ts'
import type { AuthSettings } from '../settings.ts'
import type { CustomProvider } from './custom-provider.ts'
import { unseal } from './sealed.ts'

/** Makes an administrator's provider usable. */
export function makeCustom(tokens: Tokens, settings: AuthSettings, custom: CustomProvider): Provider {
  const { identifier: name, issuer } = custom
  const common: ProviderSettings = {
    name,
    clientIds: [custom.client_id, ...custom.acceptable_client_ids],
    secret: unseal(tokens, name, custom.client_secret),
    url: undefined,
    redirectUri: `${settings.issuer}/callback`,
    skipNonceCheck: custom.skip_nonce_check,
    emailOptional: custom.email_optional,
    pkce: custom.pkce_enabled,
    parameters: custom.authorization_params,
    claims: { mapping: custom.attribute_mapping, custom: custom.custom_claims_allowlist },
    ...(custom.scopes.length > 0 && { scopes: custom.scopes }),
    ...(custom.discovery_url !== null && { discoveryUrl: custom.discovery_url }),
  }
  if (custom.provider_type === 'oidc') return oidc({ ...common, url: issuer ?? '' })
  return speaker(common, custom)
}

function speaker(settings: ProviderSettings, custom: CustomProvider): Provider {
  const { authorization_url: authorizationUrl, token_url: tokenUrl, userinfo_url: userinfoUrl } = custom
  if (authorizationUrl === null || tokenUrl === null || userinfoUrl === null) {
    throw externalErrors.unsupported(`${settings.name} has no addresses`)
  }
  const issuer = new URL(authorizationUrl).origin
  return plainOAuth(settings, {
    issuer,
    authorizationUrl,
    tokenUrl,
    scopes: custom.scopes,
    async describe(ask) {
      const answer = await ask(userinfoUrl)
      const claims = typeof answer === 'object' && answer !== null ? { ...answer } : {}
      return oidcPerson({ ...claims, iss: issuer }, issuer, settings.claims)
    },
  })
}
