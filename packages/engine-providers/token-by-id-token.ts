import type { Grant, NotificationMail } from 'engine/feature'
import {
  chooseRedirect,
  externalErrors,
  findOrCreateAccount,
  issuerOf,
  linkIdentity,
  openSession,
  personOf,
  type Refused,
  readBody,
  requireSecondFactor,
  type SignedIn,
  sessionJson,
  text,
  throwRefusal,
  visitorOf,
  withUserCreation,
} from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { providerErrors } from './errors.ts'
import type { KnownProviders } from './known-providers.ts'

const body = z.object({
  provider: text,
  issuer: text,
  client_id: text,
  id_token: text,
  access_token: text,
  nonce: text,
  link_identity: z.boolean().default(false),
})

type IdTokenGrantParams = z.infer<typeof body>

/**
 * grant_type=id_token: an ID token that a native app got from the provider itself (engine/docs/wire/auth.md#id-token-grant).
 */
export function idTokenGrant(app: FastifyInstance, known: KnownProviders): Grant {
  return { open }

  async function open(request: FastifyRequest) {
    const asked = readBody(request, body)
    if (asked.id_token === '') throw providerErrors.idTokenNeeded()
    const { name, emailOptional, idTokens } = await providerFor(asked)
    const linkingTarget = asked.link_identity ? await linkerOf(request) : undefined
    const proof = { idToken: asked.id_token, accessToken: asked.access_token, nonce: asked.nonce }
    const person = await idTokens.verify(proof)
    const visitor = visitorOf(request)
    let notice: NotificationMail | undefined
    const outcome = await withUserCreation(app, visitor, async (tx): Promise<SignedIn | Refused> => {
      const redirectTo = chooseRedirect(request, app.authSettings)
      const admission = linkingTarget
        ? { user: await linkIdentity(tx, linkingTarget, name, person) }
        : await findOrCreateAccount(app, tx, { provider: name, person, emailOptional, redirectTo, visitor })
      if ('refusal' in admission) return admission
      if (linkingTarget) notice = await app.notices.write(tx, 'identity_linked', admission.user, { Provider: name })
      return openSession(tx, { user: admission.user, method: 'oauth', provider: name, visitor })
    })
    if ('refusal' in outcome) return throwRefusal(app, outcome, visitor)
    await app.notices.send(notice)
    return sessionJson(app, outcome)
  }

  async function providerFor({ provider, issuer, client_id: clientId }: IdTokenGrantParams) {
    if (provider === '' && (clientId === '' || issuer === '')) throw providerErrors.idTokenProviderNeeded()
    const name = provider || known.byIssuer(issuer) || ''
    const found = known.names.includes(name) ? known.find(name) : undefined
    if (!found) {
      const elsewhere = issuerOf(name)
      throw elsewhere ? providerErrors.issuerDisabled(elsewhere) : providerErrors.idTokenProviderUnknown(provider)
    }
    const { idTokens } = found
    if (!idTokens) throw providerErrors.idTokenProviderUnknown(provider)
    return { ...found, idTokens }
  }

  async function linkerOf(request: FastifyRequest): Promise<string> {
    const person = await personOf(app, request)
    if (!app.authSettings.manualLinking) throw externalErrors.manualLinkingDisabled()
    requireSecondFactor(person)
    return person.user.id
  }
}
