import type { Caller } from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { s3Errors } from './s3-errors.ts'
import { signatureOf } from './verify-signature.ts'

/**
 * Identifies the caller: the project's own server by its key pair, or a user by a token in the session token, with the
 * project's id as access key and its anonymous or a publishable key as secret. Row policies apply to both as usual.
 */
export async function authenticate(app: FastifyInstance, request: FastifyRequest): Promise<Caller> {
  const { method, headers, raw } = request
  const signature = signatureOf({ method, url: raw.url ?? '', headers })
  const { S3_PROTOCOL_ACCESS_KEY_ID: accessKey, S3_PROTOCOL_ACCESS_KEY_SECRET: secret } = app.s3Keys
  if (signature.sessionToken !== undefined) {
    signature.verify(app.tokens.anonKey, ...Object.values(app.tokens.apiKeys.named('publishable')))
    const claims = await app.tokens.verify(signature.sessionToken)
    return { role: claims.role, claims }
  }
  if (secret === undefined || signature.accessKey !== accessKey) throw s3Errors.unknownKey()
  signature.verify(secret)
  return { role: 'service_role', claims: { role: 'service_role' } }
}
