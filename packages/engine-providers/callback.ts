import type { AddressLimiter, NotificationMail } from 'engine/feature'
import {
  type Admission,
  completeExternalFlow,
  type ExternalFlow,
  findOrCreateAccount,
  linkIdentity,
  OAuthError,
  openSession,
  queryOf,
  type Refused,
  redirectErrorValues,
  type SignedIn,
  sessionFragment,
  throwRefusal,
  visitorOf,
  withFragment,
  withQuery,
  withUserCreation,
} from 'engine/feature'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { providerErrors } from './errors.ts'
import type { KnownProviders } from './known-providers.ts'
import type { ExternalSignIn } from './provider.ts'
import { secretOf, takeProviderFlow } from './provider-flow.ts'

type Options = { known: KnownProviders; limit: AddressLimiter }

type CallbackResult = { code: string } | { signedIn: SignedIn }

/**
 * GET or POST /callback: the browser returns from the provider. It always ends in the app that sent it, with the result
 * in the URL (engine/docs/wire/auth.md#coming-back-from-a-provider).
 */
export async function callback(app: FastifyInstance, { known, limit }: Options) {
  app.get('/callback', { onRequest: limit, exposeHeadRoute: false }, async (request, reply) =>
    arrive(request, reply, queryOf(request)),
  )
  // The provider Apple returns by a form post.
  app.post('/callback', { onRequest: limit }, async (request, reply) =>
    arrive(request, reply, new URLSearchParams(typeof request.body === 'string' ? request.body : '')),
  )

  async function arrive(request: FastifyRequest, reply: FastifyReply, parameters: URLSearchParams) {
    const state = parameters.get('state') ?? ''
    const flow = await app.database
      .transaction({}, (tx) => takeProviderFlow(tx, state))
      .catch((error: unknown) => ({ failure: redirectErrorValues(request, error) }))
    // If the state is unknown, so is the app that began the sign-in, so the browser is redirected to the site.
    if ('failure' in flow) return reply.redirect(withQuery(app.authSettings.siteUrl, flow.failure), 303)
    const location = await finish(request, flow, parameters).catch((error: unknown) => {
      const values = redirectErrorValues(request, error)
      return withFragment(withQuery(flow.redirectTo, values), { ...values, sb: '' })
    })
    return reply.redirect(location, 302)
  }

  async function finish(request: FastifyRequest, flow: ExternalFlow, parameters: URLSearchParams): Promise<string> {
    const external = await askProvider(flow, parameters)
    const visitor = visitorOf(request)
    let notice: NotificationMail | undefined
    const outcome = await withUserCreation(app, visitor, async (tx): Promise<CallbackResult | Refused> => {
      const admission: Admission =
        flow.linkingTarget === null
          ? await findOrCreateAccount(app, tx, { ...flow, ...external, visitor })
          : { user: await linkIdentity(tx, flow.linkingTarget, flow.provider, external.person) }
      if ('refusal' in admission) return admission
      const { user } = admission
      if (flow.linkingTarget !== null) {
        notice = await app.notices.write(tx, 'identity_linked', user, { Provider: flow.provider })
      }
      if (flow.isPkce) return { code: await completeExternalFlow(tx, flow.id, { userId: user.id, ...external }) }
      return { signedIn: await openSession(tx, { user, method: 'oauth', provider: flow.provider, visitor }) }
    })
    if ('refusal' in outcome) return throwRefusal(app, outcome, visitor)
    await app.notices.send(notice)
    if ('code' in outcome) return withQuery(flow.redirectTo, { code: outcome.code })
    const tokens = { ...(await sessionFragment(app, outcome.signedIn)), ...providerTokens(external) }
    return withFragment(flow.redirectTo, tokens)
  }

  async function askProvider(flow: ExternalFlow, parameters: URLSearchParams) {
    const error = parameters.get('error')
    if (error) throw new OAuthError(error, parameters.get('error_description') ?? '')
    if (!parameters.get('code')) throw providerErrors.codeMissing()
    const provider = known.find(flow.provider)
    const arrival = { state: flow.id, secret: secretOf(app.tokens, flow.id), parameters }
    const signIn: ExternalSignIn = await provider.signIn(arrival).catch((cause: unknown) => {
      throw providerErrors.failed(cause)
    })
    return { ...signIn, emailOptional: provider.emailOptional }
  }
}

/** The provider's own tokens, for an app that calls the provider's API. */
const providerTokens = ({ accessToken, refreshToken }: ExternalSignIn) => ({
  provider_token: accessToken,
  ...(refreshToken !== undefined && { provider_refresh_token: refreshToken }),
})
