import { randomUUID } from 'node:crypto'
import { rfc3339, type Transaction } from 'engine/feature'
import type { Key, NewKey } from '../webauthn/ceremonies.ts'
import { passkeyName } from './passkey-name.ts'

/** The most passkeys of a person; nobody needs more, and each is another way to break in. */
export const MAX_PASSKEYS = 10

export type Passkey = {
  id: string
  user_id: string
  friendly_name: string
  created_at: string
  last_used_at: string | null
  key: Key
}

const columns = `
  id, user_id, friendly_name, to_jsonb(created_at) #>> '{}' as created_at, to_jsonb(last_used_at) #>> '{}' as last_used_at,
  jsonb_build_object(
    'credentialId', translate(encode(credential_id, 'base64'), E'+/=\\n', '-_'),
    'publicKey', translate(encode(public_key, 'base64'), E'+/=\\n', '-_'),
    'signCount', sign_count, 'transports', transports) as key`

/** Converts base64url from a browser to the hex format of PostgreSQL's bytea. */
const hex = (bytes: string) => Buffer.from(bytes, 'base64url').toString('hex')

/** The passkeys of a person, oldest first. */
export const passkeysOf = (tx: Transaction, userId: string) =>
  tx.query<Passkey>(`select ${columns} from auth.webauthn_credentials where user_id = $1 order by created_at, id`, [
    userId,
  ])

/** Finds a passkey by its credential id alone, since a device sends nothing else. */
export async function findPasskey(tx: Transaction, credentialId: string): Promise<Passkey | undefined> {
  const [passkey] = await tx.query<Passkey>(
    `select ${columns} from auth.webauthn_credentials where credential_id = decode($1, 'hex')`,
    [hex(credentialId)],
  )
  return passkey
}

/** Stores a passkey and returns it; undefined if the same one is registered already. */
export async function insertPasskey(tx: Transaction, userId: string, key: NewKey): Promise<Passkey | undefined> {
  const [passkey] = await tx.query<Passkey>(
    `insert into auth.webauthn_credentials (
       id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, backup_eligible,
       backed_up, friendly_name)
     values ($1, $2, decode($3, 'hex'), decode($4, 'hex'), 'none', $5, $6, $7, $8, $9, $10)
     on conflict do nothing
     returning ${columns}`,
    [
      randomUUID(),
      userId,
      hex(key.credentialId),
      hex(key.publicKey),
      key.aaguid,
      key.signCount,
      JSON.stringify(key.transports),
      key.isBackupEligible,
      key.isBackedUp,
      passkeyName(key.aaguid),
    ],
  )
  return passkey
}

/**
 * Stores the use of a passkey. Returns false if its signature counter shows that a copy of it has been used meanwhile.
 */
export async function markUsed(tx: Transaction, id: string, signCount: number): Promise<boolean> {
  const rows = await tx.query(
    `update auth.webauthn_credentials set sign_count = $2, last_used_at = now(), updated_at = now()
      where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0)) returning id`,
    [id, signCount],
  )
  return rows.length > 0
}

export async function renamePasskey(
  tx: Transaction,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<Passkey | undefined> {
  const [passkey] = await tx.query<Passkey>(
    `update auth.webauthn_credentials set friendly_name = $3, updated_at = now()
      where id = $1 and user_id = $2 returning ${columns}`,
    [id, userId, name],
  )
  return passkey
}

/** Deletes a passkey; returns false if the person has no such one. */
export async function dropPasskey(tx: Transaction, id: string, userId: string): Promise<boolean> {
  const rows = await tx.query('delete from auth.webauthn_credentials where id = $1 and user_id = $2 returning id', [
    id,
    userId,
  ])
  return rows.length > 0
}

/** A passkey as its owner may see it, without the key itself. */
export const passkeyJson = ({ id, friendly_name, created_at, last_used_at }: Passkey) => ({
  id,
  ...(friendly_name && { friendly_name }),
  created_at: rfc3339(created_at),
  ...(last_used_at !== null && { last_used_at: rfc3339(last_used_at) }),
})
