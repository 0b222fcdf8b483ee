import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller, Claims, Database, TransactionOptions } from '../../database/database.ts'
import { asCaller, asEngine, type Operation } from '../http/caller-settings.ts'

/** The signer of an address; undefined for the project's own server, which may access everything. */
export type Signer = Claims | undefined

export const signerOf = ({ role, claims }: Caller): Signer => (role === 'service_role' ? undefined : claims)

/**
 * Transaction options for the request of a signed address: it runs as its signer, whose permission, session or account
 * may have ended since, with the operation for which it was signed.
 */
export async function asSigner(
  { database, request }: { database: Database; request: FastifyRequest },
  signer: Signer,
  operation: Operation,
): Promise<TransactionOptions> {
  if (!signer) return { settings: { ...asEngine.settings, 'storage.operation': operation } }
  const claims = signer.session_id === undefined ? signer : { ...signer, ...(await metadataOf(database, signer)) }
  return asCaller(request, operation, { role: claims.role, claims })
}

/** The user's current metadata, since addresses live longer than tokens. */
async function metadataOf(database: Database, { sub }: Claims) {
  const [user] = await database.run<{ app_metadata: unknown; user_metadata: unknown }>(
    { readOnly: true },
    {
      text: `select raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata
        from auth.users where id::text = $1`,
      values: [sub],
    },
  )
  return user
}

/** Encrypts claims in a signed address, so that its recipients cannot read whose it is. */
export function signerSeal(secret: Uint8Array) {
  const key = createHmac('sha256', secret).update('signer').digest()

  return {
    seal({ iat: _iat, exp: _exp, ...claims }: Claims): string {
      const { app_metadata: _app, user_metadata: _user, ...lasting } = claims
      // A caller with a session has an account, from which the other claims are loaded.
      const kept = claims.session_id === undefined ? claims : lasting
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce)
      const sealed = Buffer.concat([cipher.update(deflateRawSync(JSON.stringify(kept))), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    /** Decrypts the claims. Throws where they were encrypted with another key. */
    open(text: string): Claims {
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const opened = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      return claimsOf.parse(JSON.parse(inflateRawSync(opened).toString()))
    },
  }
}

/** The encryption is authenticated, so checking the shape is enough. */
const claimsOf = z.custom<Claims>((value) => typeof value === 'object' && value !== null && 'role' in value)

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
