import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import { type Metadata, metadataText } from './user.ts'

type ContactProvider = 'email' | 'phone'

/** Inserts the identity of a user who signs in with an address or number: its subject is the user id. */
export async function insertIdentity(tx: Transaction, userId: string, provider: ContactProvider, data: Metadata) {
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now(), now())`,
    [userId, userId, metadataText(data), provider],
  )
}

/** Merges the given keys into the identity's data, and creates the identity where the user has none. */
export async function mergeIdentity(tx: Transaction, userId: string, provider: ContactProvider, data: Metadata) {
  await tx.query(
    `with merged as (
       update auth.identities set identity_data = identity_data || $3::jsonb, updated_at = now()
        where user_id = $2 and provider = $4
       returning id)
     insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     select $1, $2, $3::jsonb, $4, now(), now(), now() where not exists (select from merged)`,
    [userId, userId, metadataText({ sub: userId, ...data }), provider],
  )
}

/** Writes the user's providers, oldest first, into the metadata in tokens. */
export async function refreshProviders(tx: Transaction, userId: string) {
  await tx.query(
    `update auth.users u
        set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}')
              || jsonb_build_object('provider', p.names ->> 0, 'providers', p.names)
       from (select jsonb_agg(provider order by first_at) as names
               from (select provider, min(created_at) as first_at from auth.identities
                      where user_id = $1 group by provider) as each) as p
      where u.id = $1 and p.names is not null`,
    [userId],
  )
}

export type KnownIdentity = { id: string; user_id: string }

/** The identity of a provider's user. */
export async function findIdentity(
  tx: Transaction,
  provider: string,
  subject: string,
): Promise<KnownIdentity | undefined> {
  const [identity] = await tx.query<KnownIdentity>(
    'select id, user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, subject],
  )
  return identity
}

/** Adds the identity of a provider's user; returns its key. */
export async function addIdentity(
  tx: Transaction,
  userId: string,
  { provider, subject, data }: { provider: string; subject: string; data: Metadata },
): Promise<string> {
  const id = randomUUID()
  await tx.query(
    `insert into auth.identities (
       id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, now(), now(), now())`,
    [id, subject, userId, metadataText(data), provider],
  )
  return id
}

/** Replaces the identity's data by what the provider says now. */
export async function rewriteIdentity(tx: Transaction, id: string, data: Metadata) {
  await tx.query(
    'update auth.identities set identity_data = $2, last_sign_in_at = now(), updated_at = now() where id = $1',
    [id, metadataText(data)],
  )
}

export async function removeIdentity(tx: Transaction, id: string) {
  await tx.query('delete from auth.identities where id = $1', [id])
}

/** Marks the address as verified in all identities that have it. */
export async function verifyAddress(tx: Transaction, userId: string, email: string | null) {
  await tx.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
      where user_id = $1 and email = lower($2)`,
    [userId, email],
  )
}

export async function dropIdentities(tx: Transaction, userId: string) {
  await tx.query('delete from auth.identities where user_id = $1', [userId])
}

/** Removes all other identities, which were added before the address was confirmed. */
export async function keepOnlyIdentity(tx: Transaction, userId: string, id: string) {
  await tx.query('delete from auth.identities where user_id = $1 and id <> $2', [userId, id])
}

/** The users of one identity provider who have these addresses. */
export async function accountsWithSameEmail(
  tx: Transaction,
  provider: string,
  addresses: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(
    'select distinct user_id from auth.identities where provider = $1 and email = any ($2)',
    [provider, addresses],
  )
  return rows.map(({ user_id }) => user_id)
}

/**
 * The users who have these addresses in their account, or in an identity whose provider has verified it. Users of
 * single sign-on are kept apart and do not count.
 */
export async function findUsersByAddresses(tx: Transaction, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await tx.query<{ id: string }>(
    `select id from auth.users where email = any ($1) and not is_sso_user
     union
     select u.id from auth.identities i join auth.users u on u.id = i.user_id
      where i.email = any ($1) and i.identity_data @> '{"email_verified": true}' and not u.is_sso_user`,
    [addresses],
  )
  return rows.map(({ id }) => id)
}
