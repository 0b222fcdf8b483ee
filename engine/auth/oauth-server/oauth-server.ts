import type { FastifyInstance } from 'fastify'
import type { Parts } from '../feature.ts'
import { authorizeApplication } from './authorize.ts'
import { oauthClients } from './clients-by-admin.ts'
import { consent } from './consent.ts'
import { description } from './discovery.ts'
import { grants } from './grants.ts'
import { oauthLimits } from './limits.ts'
import { registerClient } from './register-client.ts'
import type { OAuthServerSection } from './section.ts'
import { tokenForApplications } from './token.ts'
import { userInfo } from './user-info.ts'

/** Other applications sign people in by this project, as OAuth 2.1 and OpenID Connect have it. */
export function oauthRoutes(
  app: FastifyInstance,
  { oauth_server: settings }: { oauth_server: OAuthServerSection },
): Parts {
  const { authorize, register, token } = oauthLimits(app.authRates)
  const describe = () => description(app, app.authSettings.issuer, settings)
  return {
    /** Where applications call, with no key of the project. */
    async visitors(app) {
      app.register(registerClient, {
        isOpenToAll: settings.allow_dynamic_registration,
        limit: app.limitCalls('oauthRegister', register),
      })
      app.register(authorizeApplication, {
        consentUrl: `${app.authSettings.siteUrl}/${settings.authorization_url_path.replace(/^\/+/, '')}`,
        limit: app.limitCalls('oauthAuthorize', authorize),
      })
      app.register(tokenForApplications, { limit: app.limitCalls('oauthToken', token) })
      app.get('/.well-known/oauth-authorization-server', async () => describe())
    },
    /** Where people decide which applications they let in, and what those learn of them. */
    async signedIn(app) {
      app.register(consent)
      app.register(grants)
      app.register(userInfo)
    },
    administration: oauthClients,
    discovery: describe,
  }
}
