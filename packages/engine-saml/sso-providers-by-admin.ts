import { isUuid, queryText, readBody, readerOf, rfc3339, type Transaction, text } from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import { attributeMapping } from './attribute-mapping.ts'
import { fetchMetadata } from './fetch-metadata.ts'
import { type IdpMetadata, parseIdpMetadata } from './idp-metadata.ts'
import { ssoErrors } from './sso-errors.ts'
import {
  deleteSsoProvider,
  findSsoProvider,
  findSsoProviderByDomain,
  findSsoProviderByEntityId,
  insertSsoProvider,
  listSsoProviders,
  type SsoProvider,
  type SsoProviderFields,
  updateSsoProvider,
} from './sso-provider-rows.ts'

const body = z.object({
  type: text,
  resource_id: z.string().optional(),
  disabled: z.boolean().optional(),
  metadata_url: text,
  metadata_xml: text,
  domains: z.array(z.string().min(1)).optional(),
  attribute_mapping: attributeMapping.optional(),
  name_id_format: z.string().optional(),
})

type ProviderParams = z.infer<typeof body>
type Metadata = IdpMetadata & { xml: string }
type ProviderRoute = { Params: { providerId: string } }

const nameIdFormats = [
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
]

/** /admin/sso/providers: the organizations whose people sign in at their own identity provider. */
export async function ssoProviders(app: FastifyInstance) {
  app.get('/sso/providers', async (request) => {
    const providers = await listSsoProviders(readerOf(app.database), queryText(request, 'resource_id_prefix'))
    return { items: providers.map((provider) => providerJson(provider, { withMetadata: false })) }
  })

  app.post('/sso/providers', async (request, reply) => {
    const asked = readBody(request, body)
    if (asked.type !== 'saml') throw ssoErrors.typeUnknown()
    const metadata = await metadataOf(asked)
    if (!metadata) throw ssoErrors.metadataMissing()
    const provider = await write(async (tx) => {
      if (await findSsoProviderByEntityId(tx, metadata.entityId)) throw ssoErrors.idpKnown(metadata.entityId)
      await requireFreeDomains(tx, asked.domains ?? [])
      return insertSsoProvider(tx, newProvider(asked, metadata))
    })
    return reply.code(201).send(providerJson(provider))
  })

  app.get<ProviderRoute>('/sso/providers/:providerId', async (request) =>
    providerJson(await providerOf(readerOf(app.database), request)),
  )

  app.put<ProviderRoute>('/sso/providers/:providerId', async (request) => {
    const asked = readBody(request, body)
    const metadata = await metadataOf(asked)
    const provider = await write(async (tx) => {
      const known = await providerOf(tx, request)
      const { entity_id: entityId } = known.saml
      if (metadata && metadata.entityId !== entityId) throw ssoErrors.entityIdMismatch(entityId, metadata.entityId)
      await requireFreeDomains(tx, asked.domains ?? [], known.id)
      await updateSsoProvider(tx, known.id, changedProvider(known, asked, metadata))
      return known.id
    })
    return providerJson(provider)
  })

  app.delete<ProviderRoute>('/sso/providers/:providerId', async (request) =>
    app.database.transaction({}, async (tx) => {
      const provider = await providerOf(tx, request)
      await deleteSsoProvider(tx, provider.id)
      return providerJson(provider)
    }),
  )

  /** Writes a provider. Two administrators may claim the same domain at once, which is reported as a conflict. */
  async function write(work: (tx: Transaction) => Promise<string>): Promise<SsoProvider> {
    try {
      return await app.database.transaction({}, async (tx) => found(await findSsoProvider(tx, await work(tx))))
    } catch (error) {
      throw error instanceof pg.DatabaseError && error.code === '23505' ? ssoErrors.conflict(error) : error
    }
  }
}

const newProvider = (asked: ProviderParams, metadata: Metadata): SsoProviderFields => ({
  resource_id: asked.resource_id || null,
  disabled: asked.disabled ?? null,
  domains: asked.domains ?? [],
  saml: {
    entity_id: metadata.entityId,
    metadata_xml: metadata.xml,
    metadata_url: asked.metadata_url || null,
    attribute_mapping: asked.attribute_mapping ?? {},
    name_id_format: asked.name_id_format || null,
  },
})

/** The provider after a change; fields that the request leaves out stay. */
const changedProvider = (
  known: SsoProvider,
  asked: ProviderParams,
  metadata: Metadata | undefined,
): SsoProviderFields => ({
  resource_id: asked.resource_id ?? known.resource_id,
  disabled: asked.disabled ?? known.disabled,
  domains: asked.domains ?? known.domains.map(({ domain }) => domain),
  saml: {
    ...known.saml,
    ...(metadata && { metadata_xml: metadata.xml, metadata_url: asked.metadata_url || null }),
    attribute_mapping: asked.attribute_mapping ?? known.saml.attribute_mapping,
    name_id_format: (asked.name_id_format ?? known.saml.name_id_format) || null,
  },
})

const found = (provider: SsoProvider | undefined): SsoProvider => {
  if (!provider) throw ssoErrors.idpUnknown()
  return provider
}

async function providerOf(tx: Transaction, { params }: FastifyRequest<ProviderRoute>): Promise<SsoProvider> {
  const { providerId } = params
  return found(isUuid(providerId) ? await findSsoProvider(tx, providerId) : undefined)
}

async function metadataOf(asked: ProviderParams): Promise<Metadata | undefined> {
  const { metadata_url: url, metadata_xml: given, name_id_format: format = '' } = asked
  if (url !== '' && given !== '') throw ssoErrors.metadataTwice()
  if (url !== '' && !URL.canParse(url)) throw ssoErrors.metadata('metadata_url is not a valid URL')
  if (url !== '' && new URL(url).protocol !== 'https:') {
    throw ssoErrors.metadata('metadata_url is not a HTTPS URL')
  }
  if (format !== '' && !nameIdFormats.includes(format)) throw ssoErrors.nameIdFormatUnknown(nameIdFormats)
  const xml = url === '' ? given : await fetchMetadata(url)
  return xml === '' ? undefined : { ...parseIdpMetadata(xml), xml }
}

async function requireFreeDomains(tx: Transaction, domains: readonly string[], ownId?: string) {
  for (const domain of domains) {
    const owner = await findSsoProviderByDomain(tx, domain)
    if (owner && owner.id !== ownId) throw ssoErrors.domainTaken(domain, owner.id)
  }
}

/** An SSO provider in its wire format; lists leave out the metadata, which is long. */
function providerJson(provider: SsoProvider, { withMetadata = true } = {}) {
  const { id, resource_id, disabled, saml, domains } = provider
  const { entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format } = saml
  return {
    id,
    ...(resource_id !== null && { resource_id }),
    disabled,
    saml: {
      entity_id,
      ...(withMetadata && { metadata_xml }),
      ...(metadata_url !== null && { metadata_url }),
      attribute_mapping,
      ...(name_id_format !== null && { name_id_format }),
    },
    domains,
    created_at: rfc3339(provider.created_at),
    updated_at: rfc3339(provider.updated_at),
  }
}
