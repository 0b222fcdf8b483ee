import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import { isUuid } from '../people/addresses.ts'
import { rfc3339 } from '../people/user-json.ts'
import { hashSecret, newSecret } from './secrets.ts'

export const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const
export type AuthMethod = (typeof authMethods)[number]

export const grantTypes = ['authorization_code', 'refresh_token'] as const

/** An application that signs people in by this project: a row of auth.oauth_clients. */
export type Client = {
  id: string
  client_secret_hash: string | null
  registration_type: 'dynamic' | 'manual'
  client_type: 'public' | 'confidential'
  token_endpoint_auth_method: AuthMethod
  /** Separated by commas, as the grant types are. */
  redirect_uris: string
  grant_types: string
  client_name: string | null
  client_uri: string | null
  logo_uri: string | null
  created_at: string
  updated_at: string
}

/** What an administrator, or the application itself, decides. */
export type ClientFields = Pick<
  Client,
  'redirect_uris' | 'grant_types' | 'client_name' | 'client_uri' | 'logo_uri' | 'token_endpoint_auth_method'
>

export type NewClient = ClientFields & Pick<Client, 'client_type' | 'registration_type'>

export const redirectUrisOf = ({ redirect_uris: uris }: Client) => uris.split(',')

export const grantTypesOf = ({ grant_types: types }: Client) => types.split(',')

/** The application as its administrator sees it; its secret only when it has just been made. */
export const clientJson = (client: Client, secret?: string) => ({
  client_id: client.id,
  ...(secret !== undefined && { client_secret: secret }),
  client_type: client.client_type,
  redirect_uris: redirectUrisOf(client),
  token_endpoint_auth_method: client.token_endpoint_auth_method,
  grant_types: grantTypesOf(client),
  response_types: ['code'],
  ...(client.client_name && { client_name: client.client_name }),
  ...(client.client_uri && { client_uri: client.client_uri }),
  ...(client.logo_uri && { logo_uri: client.logo_uri }),
  registration_type: client.registration_type,
  created_at: rfc3339(client.created_at),
  updated_at: rfc3339(client.updated_at),
})

/** The application as the person sees it whom it asks. */
export const clientForPeople = (client: Pick<Client, 'id' | 'client_name' | 'client_uri' | 'logo_uri'>) => ({
  id: client.id,
  ...(client.client_name && { name: client.client_name }),
  ...(client.client_uri && { uri: client.client_uri }),
  ...(client.logo_uri && { logo_uri: client.logo_uri }),
})

export async function findClient(tx: Transaction, id: string): Promise<Client | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await tx.query<{ client: Client }>(
    'select to_jsonb(c) as client from auth.oauth_clients c where c.id = $1 and c.deleted_at is null',
    [id],
  )
  return row?.client
}

/** All of them, the newest first. */
export async function listClients(tx: Transaction, page: { limit: number; offset: number }) {
  const rows = await tx.query<{ client: Client }>(
    `select to_jsonb(c) as client from auth.oauth_clients c
      where c.deleted_at is null order by c.created_at desc, c.id limit $1 offset $2`,
    [page.limit, page.offset],
  )
  const [count] = await tx.query<{ total: number }>(
    'select count(*)::int as total from auth.oauth_clients where deleted_at is null',
  )
  return { clients: rows.map(({ client }) => client), total: count?.total ?? 0 }
}

/** The new application, and its secret where it can keep one: it is told once, and only its hash is kept. */
export async function insertClient(tx: Transaction, fields: NewClient) {
  const secret = fields.client_type === 'confidential' ? newSecret() : undefined
  const [row] = await tx.query<{ client: Client }>(
    `insert into auth.oauth_clients as c (
       id, client_secret_hash, registration_type, client_type, token_endpoint_auth_method, redirect_uris, grant_types,
       client_name, client_uri, logo_uri, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now())
     returning to_jsonb(c) as client`,
    [
      randomUUID(),
      secret === undefined ? null : hashSecret(secret),
      fields.registration_type,
      fields.client_type,
      fields.token_endpoint_auth_method,
      fields.redirect_uris,
      fields.grant_types,
      fields.client_name,
      fields.client_uri,
      fields.logo_uri,
    ],
  )
  return { client: row?.client, secret }
}

export async function updateClient(tx: Transaction, id: string, fields: ClientFields): Promise<Client | undefined> {
  const [row] = await tx.query<{ client: Client }>(
    `update auth.oauth_clients c
        set redirect_uris = $2, grant_types = $3, client_name = $4, client_uri = $5, logo_uri = $6,
            token_endpoint_auth_method = $7, updated_at = now()
      where c.id = $1 and c.deleted_at is null returning to_jsonb(c) as client`,
    [
      id,
      fields.redirect_uris,
      fields.grant_types,
      fields.client_name,
      fields.client_uri,
      fields.logo_uri,
      fields.token_endpoint_auth_method,
    ],
  )
  return row?.client
}

/** The old secret is worth nothing from now on. */
export async function renewSecret(tx: Transaction, id: string) {
  const secret = newSecret()
  const [row] = await tx.query<{ client: Client }>(
    `update auth.oauth_clients c set client_secret_hash = $2, updated_at = now()
      where c.id = $1 and c.deleted_at is null returning to_jsonb(c) as client`,
    [id, hashSecret(secret)],
  )
  return { client: row?.client, secret }
}

/** Nobody can use it any more: what people allowed it ends with it, their sessions at once. */
export async function deleteClient(tx: Transaction, id: string) {
  await tx.query('update auth.oauth_clients set deleted_at = now(), updated_at = now() where id = $1', [id])
  await tx.query('update auth.oauth_consents set revoked_at = now() where client_id = $1 and revoked_at is null', [id])
  await tx.query('delete from auth.oauth_authorizations where client_id = $1', [id])
  await tx.query('delete from auth.sessions where oauth_client_id = $1', [id])
}
