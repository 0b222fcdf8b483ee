import type { Transaction } from '../../database/database.ts'
import { rfc3339 } from '../people/user-json.ts'

export const CUSTOM_PREFIX = 'custom:'

/** A provider that an administrator added while the service runs. Times are ISO text with an offset. */
export type CustomProvider = {
  id: string
  provider_type: 'oauth2' | 'oidc'
  /** What it is called in /authorize: `custom:` and a name. */
  identifier: string
  name: string
  client_id: string
  /** Sealed: whoever reads the database alone cannot use it. */
  client_secret: string
  acceptable_client_ids: string[]
  scopes: string[]
  custom_claims_allowlist: string[]
  pkce_enabled: boolean
  attribute_mapping: Record<string, unknown>
  authorization_params: Record<string, string>
  enabled: boolean
  email_optional: boolean
  issuer: string | null
  discovery_url: string | null
  skip_nonce_check: boolean
  cached_discovery: Record<string, unknown> | null
  authorization_url: string | null
  token_url: string | null
  userinfo_url: string | null
  jwks_uri: string | null
  created_at: string
  updated_at: string
}

export type CustomProviderFields = Omit<CustomProvider, 'id' | 'created_at' | 'updated_at'>

export async function findCustomProvider(tx: Transaction, identifier: string): Promise<CustomProvider | undefined> {
  const [row] = await tx.query<{ provider: CustomProvider }>(
    'select to_jsonb(p) as provider from auth.custom_oauth_providers p where identifier = $1',
    [identifier],
  )
  return row?.provider
}

/** All, or those of one type; the newest first. */
export async function listCustomProviders(tx: Transaction, type: string): Promise<CustomProvider[]> {
  const rows = await tx.query<{ provider: CustomProvider }>(
    `select to_jsonb(p) as provider from auth.custom_oauth_providers p
      where $1 in ('', provider_type) order by created_at desc, id`,
    [type],
  )
  return rows.map(({ provider }) => provider)
}

const columns = [
  'provider_type',
  'identifier',
  'name',
  'client_id',
  'client_secret',
  'acceptable_client_ids',
  'scopes',
  'custom_claims_allowlist',
  'pkce_enabled',
  'attribute_mapping',
  'authorization_params',
  'enabled',
  'email_optional',
  'issuer',
  'discovery_url',
  'skip_nonce_check',
  'cached_discovery',
  'authorization_url',
  'token_url',
  'userinfo_url',
  'jwks_uri',
] satisfies (keyof CustomProviderFields)[]

const list = columns.join(', ')

/** False when there is one with this identifier already. */
export async function insertCustomProvider(tx: Transaction, fields: CustomProviderFields): Promise<boolean> {
  const rows = await tx.query(
    `insert into auth.custom_oauth_providers (${list})
     select ${list} from jsonb_populate_record(null::auth.custom_oauth_providers, $1::jsonb)
     on conflict (identifier) do nothing returning id`,
    [JSON.stringify(fields)],
  )
  return rows.length === 1
}

export async function updateCustomProvider(tx: Transaction, fields: CustomProviderFields) {
  await tx.query(
    `update auth.custom_oauth_providers
        set updated_at = now(),
            (${list}) = (select ${list} from jsonb_populate_record(null::auth.custom_oauth_providers, $1::jsonb))
      where identifier = $2`,
    [JSON.stringify(fields), fields.identifier],
  )
}

/** False when there was none. */
export async function deleteCustomProvider(tx: Transaction, identifier: string): Promise<boolean> {
  const rows = await tx.query('delete from auth.custom_oauth_providers where identifier = $1 returning id', [
    identifier,
  ])
  return rows.length === 1
}

/** As the wire has it: never the secret. */
export function customProviderJson(provider: CustomProvider) {
  const { client_secret: _secret, cached_discovery: discovery, created_at, updated_at, ...fields } = provider
  const shown = columns.filter((name) => name in fields).map((name) => [name, provider[name]])
  return {
    id: provider.id,
    ...Object.fromEntries(shown.filter(([, value]) => value !== null)),
    ...(provider.provider_type === 'oidc' && { discovery_document: discovery }),
    created_at: rfc3339(created_at),
    updated_at: rfc3339(updated_at),
  }
}
