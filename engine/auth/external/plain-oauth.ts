import * as openid from 'openid-client'
import type { ExternalPerson } from './external-person.ts'
import { configure, exchangeCode, pkceChallenge } from './openid.ts'
import type { Provider, ProviderSettings } from './provider.ts'

/** Calls the provider's API as the user. Throws where it refuses. */
export type Ask = (url: string) => Promise<unknown>

type Speech = {
  issuer: string
  authorizationUrl: string
  tokenUrl: string
  scopes: readonly string[]
  /** Describes the user, which plain OAuth does not specify. */
  describe(ask: Ask): Promise<ExternalPerson>
}

/** A provider of plain OAuth, which describes its users through an API of its own. */
export function plainOAuth(settings: ProviderSettings, speech: Speech): Provider {
  const server = {
    issuer: speech.issuer,
    authorization_endpoint: speech.authorizationUrl,
    token_endpoint: speech.tokenUrl,
  }
  const client = configure(new openid.Configuration(server, settings.clientIds[0], settings.secret), speech.tokenUrl)
  const usesPkce = settings.pkce ?? true

  function asking(accessToken: string): Ask {
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
        ...settings.parameters,
        ...parameters,
        redirect_uri: settings.redirectUri,
        scope: [...speech.scopes, scopes].filter(Boolean).join(' '),
        state,
        ...(usesPkce && (await pkceChallenge(secret))),
      })
    },

    async signIn(arrival) {
      const checks = usesPkce ? { pkceCodeVerifier: arrival.secret } : {}
      const tokens = await exchangeCode(client, settings.redirectUri, arrival, checks)
      return {
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token,
        person: await speech.describe(asking(tokens.access_token)),
      }
    },
  }
}
