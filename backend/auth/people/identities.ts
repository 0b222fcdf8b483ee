import type { Transaction } from '../../database/database.ts'
import type { Metadata } from './user.ts'

type ContactProvider = 'email' | 'phone'

/** The identity of somebody who signs in with an address or number of their own: its subject is the user id. */
export async function insertIdentity(tx: Transaction, userId: string, provider: ContactProvider, data: Metadata) {
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now(), now())`,
    [userId, userId, JSON.stringify(data), provider],
  )
}

/** Writes the given keys into the identity's data, and creates the identity where the person has none. */
export async function mergeIdentity(tx: Transaction, userId: string, provider: ContactProvider, data: Metadata) {
  await tx.query(
    `with merged as (
       update auth.identities set identity_data = identity_data || $3::jsonb, updated_at = now()
        where user_id = $2 and provider = $4
       returning id)
     insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     select $1, $2, $3::jsonb, $4, now(), now(), now() where not exists (select from merged)`,
    [userId, userId, JSON.stringify({ sub: userId, ...data }), provider],
  )
}

/** Writes the person's providers, oldest first, into the metadata that tokens carry. */
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
