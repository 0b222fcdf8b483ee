import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseChallenge } from '../codes/flow-state.ts'
import { queryOf } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import { providerErrors } from './errors.ts'
import { newState, secretOf, startProviderFlow } from './provider-flow.ts'

/** What this service says to the provider, and what it understands itself; all else is for the provider alone. */
export const ownParameters: ReadonlySet<string> = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'invite_token',
  'skip_http_redirect',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'grant_type',
  'code',
  'scope',
  'state',
  'nonce',
  'request',
  'request_uri',
])

/** GET /authorize: sends the browser to the provider (auth.md §6.1). */
export async function authorize(app: FastifyInstance) {
  app.get('/authorize', { onRequest: app.limitAddress('authorize'), exposeHeadRoute: false }, async (request, reply) =>
    reply.redirect(await departureUrl(app, request), 302),
  )
}

/** Where to sign in, as the query asks; what comes back is for `linkingTarget`, or for whoever it is. */
export async function departureUrl(
  app: FastifyInstance,
  request: FastifyRequest,
  linkingTarget: string | null = null,
): Promise<string> {
  const query = queryOf(request)
  const provider = await app.findProvider(query.get('provider') ?? '')
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
