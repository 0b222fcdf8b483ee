import type { ExternalPerson } from 'engine/feature'
import * as openid from 'openid-client'
import { configure, exchangeCode, pkceChallenge } from './openid.ts'
import type { Provider, ProviderSettings } from './provider.ts'

/** Calls the provider's API as the user. Throws if the provider refuses. */
export type ApiCall = (url: string) => Promise<unknown>

type PlainOAuthApi = {
  issuer: string
  authorizationUrl: string
  tokenUrl: string
  scopes: readonly string[]
  /** Reads the user from the provider's API, which plain OAuth does not specify. */
  describe(ask: ApiCall): Promise<ExternalPerson>
}

/** A provider of OAuth without OpenID Connect, which describes its users through an API of its own. */
export function plainOAuth(settings: ProviderSettings, api: PlainOAuthApi): Provider {
  const server = {
    issuer: api.issuer,
    authorization_endpoint: api.authorizationUrl,
    token_endpoint: api.tokenUrl,
  }
  const client = configure(new openid.Configuration(server, settings.clientIds[0], settings.secret), api.tokenUrl)

  function asking(accessToken: string): ApiCall {
    const headers = new Headers({ accept: 'application/json', 'user-agent': 'engine' })
    return async (url) => {
      const response = await openid.fetchProtectedResource(client, accessToken, new URL(url), 'GET', null, headers)
      if (!response.ok) throw new Error(`${settings.name} answered ${response.status} at ${url}.`)
      return response.json()
    }
  }

  return {
    name: settings.name,
    emailOptional: settings.emailOptional,
    idTokens: undefined,

    async authorizationUrl({ state, secret, scopes, parameters }) {
      return openid.buildAuthorizationUrl(client, {
        ...parameters,
        redirect_uri: settings.redirectUri,
        scope: [...api.scopes, scopes].filter(Boolean).join(' '),
        state,
        ...(await pkceChallenge(secret)),
      })
    },

    async signIn(arrival) {
      const checks = { pkceCodeVerifier: arrival.secret }
      const tokens = await exchangeCode(client, settings.redirectUri, arrival, checks)
      return {
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token,
        person: await api.describe(asking(tokens.access_token)),
      }
    },
  }
}
