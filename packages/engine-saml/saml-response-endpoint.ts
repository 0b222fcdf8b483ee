import type { Element } from '@xmldom/xmldom'
import {
  type AddressLimiter,
  completeExternalFlow,
  findOrCreateAccount,
  firstAllowed,
  isUuid,
  openSession,
  readerOf,
  redirectErrorValues,
  type SignedIn,
  sessionFragment,
  visitorOf,
  withFragment,
  withQuery,
  withUserCreation,
} from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Assertion } from './assertion.ts'
import { currentMetadata } from './fetch-metadata.ts'
import { type RelayState, spendAssertion, takeRelay } from './relay-state.ts'
import { requireStrongEncryption } from './require-strong-encryption.ts'
import type { SamlKeys } from './saml-keys.ts'
import { addressesOf, CLOCK_SKEW_MS, serviceProvider } from './service-provider.ts'
import { ssoErrors } from './sso-errors.ts'
import { findSsoProvider, findSsoProviderByEntityId, providerNameOf, type SsoProvider } from './sso-provider-rows.ts'
import { children, is, parseXml, textOf } from './xml.ts'

/** The sign-in that a response belongs to: one that began here, or an unsolicited one. */
type SignInContext = Pick<RelayState, 'redirectTo' | 'flowId'> & { provider: SsoProvider; requestId: string | null }

type Outcome = { code: string } | { signedIn: SignedIn }

/**
 * POST /sso/saml/acs: receives the identity provider's response from the browser
 * (engine/docs/wire/auth.md#single-sign-on).
 */
export async function samlReturn(app: FastifyInstance, { keys, limit }: { keys: SamlKeys; limit: AddressLimiter }) {
  app.post('/sso/saml/acs', { onRequest: limit }, async (request, reply) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    try {
      return reply.redirect(await arrive(request, form), 302)
    } catch (error) {
      return reply.redirect(withQuery(app.authSettings.siteUrl, redirectErrorValues(request, error)), 303)
    }
  })

  async function arrive(request: FastifyRequest, form: URLSearchParams): Promise<string> {
    const response = form.get('SAMLResponse') ?? ''
    if (response === '') throw ssoErrors.responseMissing()
    const root = rootOf(response)
    requireStrongEncryption(root)
    const occasion = await occasionOf(app, form.get('RelayState') ?? '', claimedIssuer(root))
    if (occasion.provider.disabled) throw ssoErrors.providerDisabled()
    const { assertion, usableUntil } = await readAssertion(request, keys, occasion, response)
    const { provider, flowId, redirectTo } = occasion
    const visitor = visitorOf(request)
    const person = assertion.person(provider.saml.attribute_mapping)
    const name = providerNameOf(provider)
    const outcome = await withUserCreation(app, visitor, async (tx): Promise<Outcome> => {
      await spendAssertion(tx, assertion.issuer, assertion.id, usableUntil)
      const admission = await findOrCreateAccount(app, tx, {
        provider: name,
        person,
        emailOptional: false,
        redirectTo,
        visitor,
      })
      if ('refusal' in admission) throw admission.refusal
      const { user } = admission
      if (flowId !== null) return { code: await completeExternalFlow(tx, flowId, { userId: user.id }) }
      const notAfter = assertion.sessionEndsAt
      return { signedIn: await openSession(tx, { user, method: 'sso/saml', provider: name, visitor, notAfter }) }
    })
    if ('code' in outcome) return withQuery(redirectTo, { code: outcome.code })
    return withFragment(redirectTo, await sessionFragment(app, outcome.signedIn))
  }
}

async function occasionOf(app: FastifyInstance, relayState: string, issuer: string): Promise<SignInContext> {
  const reader = readerOf(app.database)
  if (isUuid(relayState)) {
    const { providerId, ...relay } = await app.database.transaction({}, (tx) => takeRelay(tx, relayState))
    const provider = await findSsoProvider(reader, providerId)
    if (!provider) throw ssoErrors.providerUnknown()
    return { ...relay, provider }
  }
  if (relayState !== '' && !URL.canParse(relayState)) throw ssoErrors.relayStateMalformed()
  const provider = await findSsoProviderByEntityId(reader, issuer)
  if (!provider) throw ssoErrors.issuerUnknown()
  const redirectTo = firstAllowed([relayState], app.authSettings)
  return { provider, requestId: null, redirectTo, flowId: null }
}

/**
 * Verifies the response and returns its assertion: signed, for this service, current, and the answer to the request.
 */
async function readAssertion(
  { server: app, log }: FastifyRequest,
  keys: SamlKeys,
  { provider, requestId }: SignInContext,
  response: string,
) {
  const idp = await currentMetadata(app, provider)
  const service = await serviceProvider(app, keys, { idp, nameIdFormat: provider.saml.name_id_format })
  const { profile } = await service.validatePostResponseAsync({ SAMLResponse: response }).catch((error: unknown) => {
    // The refusal is logged for the administrators of both sides, who have to find out which of them is wrong.
    log.info(`An assertion of ${idp.entityId} is refused: ${error instanceof Error ? error.message : error}`)
    throw ssoErrors.assertionInvalid()
  })
  const assertion = new Assertion(profile?.getAssertionXml?.() ?? '')
  const { returnUrl } = addressesOf(app.authSettings)
  const usableUntil = assertion.usableUntil({ returnUrl, requestId })
  const isCurrent = usableUntil !== undefined && usableUntil.getTime() + CLOCK_SKEW_MS > Date.now()
  if (!isCurrent || assertion.issuer !== idp.entityId || assertion.id === '') throw ssoErrors.assertionInvalid()
  return { assertion, usableUntil }
}

function rootOf(response: string): Element {
  try {
    const root = parseXml(Buffer.from(response, 'base64').toString())
    if (is(root, 'protocol', 'Response')) return root
  } catch {
    // Text that cannot be parsed is refused like a document that is no SAML response.
  }
  throw ssoErrors.assertionInvalid()
}

/** The issuer that the response claims; its signature is verified later, with the keys of that issuer. */
const claimedIssuer = (root: Element) => textOf(children(root, 'assertion', 'Issuer')[0])
