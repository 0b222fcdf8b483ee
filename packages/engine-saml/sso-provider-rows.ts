import { randomUUID } from 'node:crypto'
import { SSO_PREFIX, type Transaction } from 'engine/feature'
import type { AttributeMapping } from './attribute-mapping.ts'

/** An organization whose people sign in at its own identity provider. Times are ISO text with an offset. */
export type SsoProvider = {
  id: string
  resource_id: string | null
  disabled: boolean | null
  saml: {
    entity_id: string
    metadata_xml: string
    metadata_url: string | null
    attribute_mapping: AttributeMapping
    name_id_format: string | null
  }
  domains: { domain: string }[]
  created_at: string
  updated_at: string
  /** The time when the metadata was last read. */
  metadata_read_at: string
}

/** The provider name under which identities of an organization's people are stored. */
export const providerNameOf = ({ id }: Pick<SsoProvider, 'id'>) => `${SSO_PREFIX}${id}`

const providersWhere = (condition: string) => `
  select jsonb_build_object(
           'id', p.id, 'resource_id', p.resource_id, 'disabled', p.disabled,
           'saml', jsonb_build_object(
             'entity_id', s.entity_id, 'metadata_xml', s.metadata_xml, 'metadata_url', s.metadata_url,
             'attribute_mapping', coalesce(s.attribute_mapping, '{}'), 'name_id_format', s.name_id_format),
           'domains', (select coalesce(jsonb_agg(jsonb_build_object('domain', d.domain) order by d.created_at, d.domain), '[]')
                         from auth.sso_domains d where d.sso_provider_id = p.id),
           'created_at', p.created_at, 'updated_at', p.updated_at, 'metadata_read_at', s.updated_at) as provider
    from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id
   where ${condition}
   order by p.created_at, p.id`

async function findProviders(tx: Transaction, condition: string, value: unknown): Promise<SsoProvider[]> {
  const rows = await tx.query<{ provider: SsoProvider }>(providersWhere(condition), [value])
  return rows.map(({ provider }) => provider)
}

export const findSsoProvider = async (tx: Transaction, id: string) => (await findProviders(tx, 'p.id = $1', id))[0]

export const findSsoProviderByDomain = async (tx: Transaction, domain: string) =>
  (
    await findProviders(
      tx,
      'p.id = (select d.sso_provider_id from auth.sso_domains d where lower(d.domain) = $1)',
      domain.toLowerCase(),
    )
  )[0]

export const findSsoProviderByEntityId = async (tx: Transaction, entityId: string) =>
  (await findProviders(tx, 's.entity_id = $1', entityId))[0]

/** Lists all SSO providers, or those whose resource id begins with a text. */
export const listSsoProviders = (tx: Transaction, resourceIdPrefix: string) =>
  findProviders(tx, `starts_with(coalesce(p.resource_id, ''), $1)`, resourceIdPrefix)

export type SsoProviderFields = Pick<SsoProvider, 'resource_id' | 'disabled' | 'saml'> & { domains: readonly string[] }

export async function insertSsoProvider(tx: Transaction, fields: SsoProviderFields): Promise<string> {
  const id = randomUUID()
  await tx.query(
    `insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at) values ($1, $2, $3, now(), now())`,
    [id, fields.resource_id, fields.disabled],
  )
  const { entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format } = fields.saml
  await tx.query(
    `insert into auth.saml_providers (
       id, sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, now(), now())`,
    [id, entity_id, metadata_xml, metadata_url, JSON.stringify(attribute_mapping), name_id_format],
  )
  await writeDomains(tx, id, fields.domains)
  return id
}

export async function updateSsoProvider(tx: Transaction, id: string, fields: SsoProviderFields) {
  await tx.query('update auth.sso_providers set resource_id = $2, disabled = $3, updated_at = now() where id = $1', [
    id,
    fields.resource_id,
    fields.disabled,
  ])
  const { metadata_xml, metadata_url, attribute_mapping, name_id_format } = fields.saml
  await tx.query(
    `update auth.saml_providers
        set metadata_xml = $2, metadata_url = $3, attribute_mapping = $4, name_id_format = $5, updated_at = now()
      where sso_provider_id = $1`,
    [id, metadata_xml, metadata_url, JSON.stringify(attribute_mapping), name_id_format],
  )
  await writeDomains(tx, id, fields.domains)
}

/** Replaces the domains of an organization. */
async function writeDomains(tx: Transaction, id: string, domains: readonly string[]) {
  const names = domains.map((domain) => domain.toLowerCase())
  await tx.query('delete from auth.sso_domains where sso_provider_id = $1 and lower(domain) <> all ($2)', [id, names])
  await tx.query(
    `insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
     select gen_random_uuid(), $1, name, now(), now() from unnest($2::text[]) as name
      where not exists (select from auth.sso_domains d where d.sso_provider_id = $1 and lower(d.domain) = name)`,
    [id, names],
  )
}

export async function deleteSsoProvider(tx: Transaction, id: string) {
  await tx.query('delete from auth.sso_providers where id = $1', [id])
}

export async function rewriteMetadata(tx: Transaction, id: string, metadataXml: string) {
  await tx.query('update auth.saml_providers set metadata_xml = $2, updated_at = now() where sso_provider_id = $1', [
    id,
    metadataXml,
  ])
}
