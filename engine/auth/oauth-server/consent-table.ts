import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import { rfc3339 } from '../people/user-json.ts'
import { type Client, clientForPeople } from './client.ts'
import { listScopes } from './scopes.ts'

type Consent = { scopes: string; granted_at: string; client: Client }

/** Whether somebody has let the application see all of this before. */
export async function hasConsented(tx: Transaction, userId: string, clientId: string, scopes: string) {
  const [consent] = await tx.query<{ scopes: string }>(
    'select scopes from auth.oauth_consents where user_id = $1 and client_id = $2 and revoked_at is null',
    [userId, clientId],
  )
  const allowed = listScopes(consent?.scopes ?? '')
  return consent !== undefined && listScopes(scopes).every((scope) => allowed.includes(scope))
}

export async function rememberConsent(tx: Transaction, userId: string, clientId: string, scopes: string) {
  await tx.query(
    `insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at) values ($1, $2, $3, $4, now())
     on conflict (user_id, client_id) do update set scopes = excluded.scopes, granted_at = now(), revoked_at = null`,
    [randomUUID(), userId, clientId, scopes],
  )
}

/** What somebody lets applications do, the latest first. */
export async function listGrants(tx: Transaction, userId: string) {
  const rows = await tx.query<Consent>(
    `select o.scopes, to_jsonb(o.granted_at) #>> '{}' as granted_at, to_jsonb(c) as client
       from auth.oauth_consents o join auth.oauth_clients c on c.id = o.client_id and c.deleted_at is null
      where o.user_id = $1 and o.revoked_at is null order by o.granted_at desc`,
    [userId],
  )
  return rows.map(({ client, scopes, granted_at: grantedAt }) => ({
    client: clientForPeople(client),
    scopes: listScopes(scopes),
    granted_at: rfc3339(grantedAt),
  }))
}

/**
 * The application is out at once: its sessions end, and neither a code nor a question that is still open brings it back.
 * False when there was nothing to take back.
 */
export async function revokeGrant(tx: Transaction, userId: string, clientId: string): Promise<boolean> {
  const revoked = await tx.query(
    `update auth.oauth_consents set revoked_at = now()
      where user_id = $1 and client_id = $2 and revoked_at is null returning id`,
    [userId, clientId],
  )
  if (revoked.length === 0) return false
  await tx.query('delete from auth.oauth_authorizations where user_id = $1 and client_id = $2', [userId, clientId])
  await tx.query('delete from auth.sessions where user_id = $1 and oauth_client_id = $2', [userId, clientId])
  return true
}
