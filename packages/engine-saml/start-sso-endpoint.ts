import { randomBytes } from 'node:crypto'
import {
  type AddressLimiter,
  firstAllowed,
  isUuid,
  parseChallenge,
  readBody,
  readerOf,
  type Transaction,
  text,
} from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseIdpMetadata } from './idp-metadata.ts'
import { startRelay } from './relay-state.ts'
import type { SamlKeys } from './saml-keys.ts'
import { serviceProvider } from './service-provider.ts'
import { ssoErrors } from './sso-errors.ts'
import { findSsoProvider, findSsoProviderByDomain, type SsoProvider } from './sso-provider-rows.ts'

const body = z.object({
  provider_id: text,
  domain: text,
  redirect_to: text,
  skip_http_redirect: z.boolean().default(false),
  code_challenge: text,
  code_challenge_method: text,
})

/**
 * POST /sso: starts the sign-in of a person whose organization has its own identity provider
 * (engine/docs/wire/auth.md#single-sign-on).
 */
export async function startSso(app: FastifyInstance, { keys, limit }: { keys: SamlKeys; limit: AddressLimiter }) {
  app.post('/sso', { onRequest: limit, config: { isGuessable: true } }, async (request, reply) => {
    const asked = readBody(request, body)
    const provider = await findProvider(readerOf(app.database), asked)
    const url = await signInUrl(request, provider, asked)
    return asked.skip_http_redirect ? { url } : reply.redirect(url, 303)
  })

  async function signInUrl(request: FastifyRequest, provider: SsoProvider, asked: z.infer<typeof body>) {
    const challenge = parseChallenge(asked)
    const redirectTo = firstAllowed([asked.redirect_to, request.headers.referer ?? ''], app.authSettings)
    // The request id begins with an underscore, since an XML id may not begin with a digit.
    const requestId = `_${randomBytes(20).toString('hex')}`
    const { saml } = provider
    const partner = { idp: parseIdpMetadata(saml.metadata_xml), nameIdFormat: saml.name_id_format, requestId }
    const service = await serviceProvider(app, keys, partner)
    const relayState = await app.database.transaction({}, (tx) =>
      startRelay(tx, { providerId: provider.id, requestId, redirectTo, challenge }),
    )
    return service.getAuthorizeUrlAsync(relayState, undefined, {})
  }
}

async function findProvider(tx: Transaction, asked: { provider_id: string; domain: string }): Promise<SsoProvider> {
  const { provider_id: id, domain } = asked
  if (id !== '' && domain !== '') throw ssoErrors.withBoth()
  if (id === '' && domain === '') throw ssoErrors.withNeither()
  const provider = await (id === ''
    ? findSsoProviderByDomain(tx, domain)
    : isUuid(id)
      ? findSsoProvider(tx, id)
      : undefined)
  if (!provider) throw id === '' ? ssoErrors.domainUnknown() : ssoErrors.providerUnknown()
  if (provider.disabled) throw ssoErrors.providerDisabled()
  return provider
}
