import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as openid from 'openid-client'
import { idTokenVerifier } from './id-token.ts'
import { type OidcClaims, oidcPerson } from './oidc-person.ts'
import { discover, exchangeCode, pkceChallenge } from './openid.ts'
import type { Provider, ProviderSettings } from './provider.ts'

const SCOPES = ['openid', 'email', 'profile']

/** How long a provider's discovery document is cached; its keys are fetched again whenever an unknown one is used. */
const DISCOVERY_LIFETIME_MS = 60 * 60 * 1000

type OidcSettings = ProviderSettings & { url: string }

/** A provider of OpenID Connect with a discovery document, such as Google, Microsoft or Keycloak. */
export function oidc(settings: OidcSettings): Provider {
  const { url: issuer } = settings
  const clients = new LRUCache<'client', openid.Configuration>({
    max: 1,
    ttl: DISCOVERY_LIFETIME_MS,
    fetchMethod: () => discover(issuer, settings.clientIds[0], settings.secret),
  })
  const client = () => clients.forceFetch('client')
  // Apple sends names and addresses only in a form post.
  const responseMode = settings.name === 'apple' ? { response_mode: 'form_post' } : {}

  return {
    name: settings.name,
    emailOptional: settings.emailOptional,
    idTokens: {
      issuer,
      verify: idTokenVerifier(settings, async () => (await client()).serverMetadata()),
    },

    async authorizationUrl({ state, secret, scopes, parameters }) {
      const configuration = await client()
      return openid.buildAuthorizationUrl(configuration, {
        ...responseMode,
        ...parameters,
        redirect_uri: settings.redirectUri,
        scope: [...SCOPES, scopes].filter(Boolean).join(' '),
        state,
        ...(!settings.skipNonceCheck && { nonce: nonceOf(secret) }),
        ...(configuration.serverMetadata().supportsPKCE() && (await pkceChallenge(secret))),
      })
    },

    async signIn(arrival) {
      const configuration = await client()
      const tokens = await exchangeCode(configuration, settings.redirectUri, arrival, {
        idTokenExpected: true,
        ...(!settings.skipNonceCheck && { expectedNonce: nonceOf(arrival.secret) }),
        ...(configuration.serverMetadata().supportsPKCE() && { pkceCodeVerifier: arrival.secret }),
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider answered without an ID token.')
      return {
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token,
        person: oidcPerson(await withUserInfo(configuration, claims, tokens.access_token), issuer),
      }
    },
  }
}

/** Adds the userinfo: many providers leave names and addresses out of the ID token. */
async function withUserInfo(
  client: openid.Configuration,
  claims: openid.IDToken,
  accessToken: string,
): Promise<OidcClaims> {
  if (claims.email !== undefined || !client.serverMetadata().userinfo_endpoint) return claims
  return { ...(await openid.fetchUserInfo(client, accessToken, claims.sub)), ...claims }
}

/**
 * The nonce of a sign-in. It is visible in the address bar, so it must reveal neither the secret nor the PKCE
 * challenge.
 */
const nonceOf = (secret: string) => createHash('sha256').update(`nonce ${secret}`).digest('base64url')
