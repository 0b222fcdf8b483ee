import type { AddressLimiter } from 'engine/feature'
import { chooseRedirect, parseChallenge, queryOf } from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { providerErrors } from './errors.ts'
import type { KnownProviders } from './known-providers.ts'
import { ownParameters } from './provider.ts'
import { newState, secretOf, startProviderFlow } from './provider-flow.ts'

type Options = { known: KnownProviders; limit: AddressLimiter }

/** GET /authorize: redirects the browser to the provider (engine/docs/wire/auth.md#going-to-a-provider). */
export async function authorize(app: FastifyInstance, { known, limit }: Options) {
  app.get('/authorize', { onRequest: limit, exposeHeadRoute: false }, async (request, reply) =>
    reply.redirect(await authorizationUrl(app, known, request), 302),
  )
}

/**
 * The URL of the provider's sign-in page for the query's parameters. With `linkingTarget` the identity is linked to
 * that user instead of signing in.
 */
export async function authorizationUrl(
  app: FastifyInstance,
  known: KnownProviders,
  request: FastifyRequest,
  linkingTarget: string | null = null,
): Promise<string> {
  const query = queryOf(request)
  const provider = known.find(query.get('provider') ?? '')
  const challenge = parseChallenge({
    code_challenge: query.get('code_challenge') ?? '',
    code_challenge_method: query.get('code_challenge_method') ?? '',
  })
  const redirectTo = chooseRedirect(request, app.authSettings)
  const id = newState()
  const departure = {
    state: id,
    secret: secretOf(app.tokens, id),
    scopes: query.get('scopes') ?? '',
    parameters: Object.fromEntries([...query].filter(([name]) => !ownParameters.has(name))),
  }
  const url = await provider.authorizationUrl(departure).catch((error: unknown) => {
    throw providerErrors.unreachable(error)
  })
  const flow = { id, provider: provider.name, redirectTo, linkingTarget, challenge }
  await app.database.transaction({}, (tx) => startProviderFlow(tx, flow))
  return url.href
}
