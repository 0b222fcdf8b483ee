import type { FastifyInstance } from 'fastify'
import { externalErrors } from '../external/errors.ts'
import { queryText } from '../http/read-body.ts'
import type { AddressLimiter } from '../limits/requests-per-address.ts'
import { requireSecondFactor } from '../sessions/assurance-levels.ts'
import { departureUrl } from './authorize.ts'
import type { KnownProviders } from './known-providers.ts'

type Options = { known: KnownProviders; limit: AddressLimiter }

/**
 * GET /user/identities/authorize: like /authorize, for a signed-in user who links another identity
 * (docs/wire/auth.md#identities).
 */
export async function linkIdentity(app: FastifyInstance, { known, limit }: Options) {
  const path = '/user/identities/authorize'
  app.get(path, { onRequest: limit, exposeHeadRoute: false }, async (request, reply) => {
    if (!app.authSettings.manualLinking) throw externalErrors.manualLinkingDisabled()
    requireSecondFactor(request.person)
    const url = await departureUrl(app, known, request, request.person.user.id)
    return queryText(request, 'skip_http_redirect') === 'true' ? { url } : reply.redirect(url, 302)
  })
}
