import { asCaller, asSigner, type ObjectPath, type TransactionOptions, type UploadTarget } from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uploadErrors } from './errors.ts'

export type UploadOperation = 'create' | 'part' | 'get' | 'delete'

/** The caller who uploads to a target, and how the row is written. */
export type Uploader = {
  sub: string | undefined
  /** The token's role; for a signed address the engine's own. */
  role: string
  isSigned: boolean
  options: TransactionOptions
  /** Whether the upload may replace an existing file. */
  upsert: boolean
}

/** The owner of the upload. */
export const ownerOf = ({ sub, role, isSigned }: Uploader) => ({ ownerId: sub ?? null, role, isSigned })

/** The target of the upload. */
export const uploadOf = (
  { bucketId, key, upsert }: ObjectPath & { upsert: boolean },
  { options, sub }: Uploader,
): UploadTarget => ({ bucketId, key, upsert, options, sub })

/**
 * The two ways to authenticate an upload: by a token, or by an address that somebody else has signed for one target.
 */
export type FindUploader = (
  app: FastifyInstance,
  request: FastifyRequest,
  path: ObjectPath,
  operation: UploadOperation,
) => Promise<Uploader>

/** Settings that the endpoints below one address share. */
export type Uploading = { base: string; findUploader: FindUploader }

export const byToken: FindUploader = async (_app, request, _path, operation) => ({
  sub: request.caller.claims.sub,
  role: request.caller.role,
  isSigned: false,
  options: asCaller(request, `storage.tus.upload.${operation}`, request.caller),
  upsert: request.headers['x-upsert'] === 'true',
})

export const bySignature: FindUploader = async (app, request, { bucketId, key }, operation) => {
  const token = request.headers['x-signature']
  if (typeof token !== 'string' || token === '') throw uploadErrors.noSignature()
  const { owner, upsert, signer } = await app.urlTokens.checkUpload(token, `${bucketId}/${key}`)
  const asked = signer ? 'storage.object.sign_upload_url' : (`storage.tus.upload.${operation}` as const)
  const options = await asSigner({ database: app.database, request }, signer, asked)
  return { sub: owner, role: '', isSigned: true, options, upsert }
}
