import { z } from 'zod'
import { AuthError } from '../errors.ts'
import { externalErrors } from '../external/errors.ts'
import type { Parts } from '../feature.ts'
import { queryText, readBody, text } from '../http/read-body.ts'
import { redirectErrorValues } from '../http/redirect-error.ts'
import { withQuery } from '../http/redirects.ts'
import { issuerOf, providerNames } from './names.ts'
import { type ExternalSection, requireOffered } from './section.ts'

const idTokenBody = z.object({ provider: text, issuer: text })

/** The answers of a project that offers no provider. */
export const withoutProviders = (external: ExternalSection): Parts => ({
  async visitors(app) {
    app.get('/authorize', { exposeHeadRoute: false }, async (request) => {
      requireOffered(queryText(request, 'provider'), external)
    })
    app.route({
      method: ['GET', 'POST'],
      url: '/callback',
      exposeHeadRoute: false,
      handler: async (request, reply) =>
        reply.redirect(withQuery(app.authSettings.siteUrl, redirectErrorValues(request, stateUnknown())), 303),
    })
  },
  async signedIn(app) {
    app.get('/user/identities/authorize', { exposeHeadRoute: false }, async (request) => {
      if (!app.authSettings.manualLinking) throw externalErrors.manualLinkingDisabled()
      requireOffered(queryText(request, 'provider'), external)
    })
  },
  grants: {
    id_token: {
      async open(request) {
        const { provider, issuer } = readBody(request, idTokenBody)
        throw issuerDisabled(issuerOf(provider) ?? (issuer || provider))
      },
    },
  },
  offers: Object.fromEntries(providerNames.map((name) => [name, false])),
})

export const stateUnknown = () => new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')

export const issuerDisabled = (issuer: string) =>
  new AuthError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`)
