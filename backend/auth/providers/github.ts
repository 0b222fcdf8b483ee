import * as openid from 'openid-client'
import { z } from 'zod'
import { externalPerson } from './external-person.ts'
import { configure, exchangeCode, pkceChallenge } from './openid.ts'
import type { Provider } from './provider.ts'
import type { ProviderSettings } from './provider-settings.ts'

const SCOPES = 'user:email'

const account = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})

const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub speaks plain OAuth: who somebody is, is asked of its API. With a `url` it is GitHub Enterprise there. */
export function github(settings: ProviderSettings): Provider {
  const site = settings.url?.replace(/\/+$/, '') ?? 'https://github.com'
  const api = settings.url ? `${site}/api/v3` : 'https://api.github.com'
  const client = configure(
    new openid.Configuration(
      {
        issuer: `${site}/login/oauth`,
        authorization_endpoint: `${site}/login/oauth/authorize`,
        token_endpoint: `${site}/login/oauth/access_token`,
      },
      settings.clientIds[0],
      settings.secret,
    ),
    site,
  )

  async function ask<T>(path: string, accessToken: string, schema: z.ZodType<T>): Promise<T> {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'mainstreet' })
    const response = await openid.fetchProtectedResource(client, accessToken, new URL(api + path), 'GET', null, headers)
    if (!response.ok) throw new Error(`GitHub answered ${response.status} at ${path}.`)
    return schema.parse(await response.json())
  }

  return {
    name: settings.name,
    emailOptional: settings.emailOptional,
    idTokens: undefined,

    async authorizationUrl({ state, secret, scopes, parameters }) {
      return openid.buildAuthorizationUrl(client, {
        ...parameters,
        redirect_uri: settings.redirectUri,
        scope: [SCOPES, scopes].filter(Boolean).join(' '),
        state,
        ...(await pkceChallenge(secret)),
      })
    },

    async signIn(arrival) {
      const tokens = await exchangeCode(client, settings.redirectUri, arrival, { pkceCodeVerifier: arrival.secret })
      const person = await ask('/user', tokens.access_token, account)
      const emails = await ask('/user/emails', tokens.access_token, addresses)
      return {
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token,
        person: externalPerson({
          issuer: api,
          subject: String(person.id),
          emails: emails.map(({ email, ...marks }) => ({ address: email.toLowerCase(), ...marks })),
          profile: {
            name: person.name,
            full_name: person.name,
            preferred_username: person.login,
            user_name: person.login,
            avatar_url: person.avatar_url,
          },
        }),
      }
    },
  }
}
