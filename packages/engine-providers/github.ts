import { externalPerson } from 'engine/feature'
import { z } from 'zod'
import { plainOAuth } from './plain-oauth.ts'
import type { Provider, ProviderSettings } from './provider.ts'

const account = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})

const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** The provider GitHub, or GitHub Enterprise at the given `url`. */
export function github(settings: ProviderSettings): Provider {
  const site = settings.url?.replace(/\/+$/, '') ?? 'https://github.com'
  const api = settings.url ? `${site}/api/v3` : 'https://api.github.com'
  return plainOAuth(settings, {
    issuer: `${site}/login/oauth`,
    authorizationUrl: `${site}/login/oauth/authorize`,
    tokenUrl: `${site}/login/oauth/access_token`,
    scopes: ['user:email'],

    async describe(ask) {
      const person = account.parse(await ask(`${api}/user`))
      const emails = addresses.parse(await ask(`${api}/user/emails`))
      return externalPerson({
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
      })
    },
  })
}
