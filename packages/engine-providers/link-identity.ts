import type { AddressLimiter } from 'engine/feature'
import { externalErrors, queryText, requireSecondFactor } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { authorizationUrl } from './authorize.ts'
import type { KnownProviders } from './known-providers.ts'

type Options = { known: KnownProviders; limit: AddressLimiter }

/**
 * GET /user/identities/authorize: like /authorize, for a signed-in user who links another identity
 * (engine/docs/wire/auth.md#identities).
 */
export async function linkIdentity(app: FastifyInstance, { known, limit }: Options) {
  const path = '/user/identities/authorize'
  app.get(path, { onRequest: limit, exposeHeadRoute: false }, async (request, reply) => {
    if (!app.authSettings.manualLinking) throw externalErrors.manualLinkingDisabled()
    requireSecondFactor(request.person)
    const url = await authorizationUrl(app, known, request, request.person.user.id)
    return queryText(request, 'skip_http_redirect') === 'true' ? { url } : reply.redirect(url, 302)
  })
}
