import { expiryOf } from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uploadErrors } from './errors.ts'
import { readAddress } from './upload-url.ts'
import { type FindUploader, ownerOf, type UploadOperation } from './uploader.ts'

export type WithAddress = { Params: { address: string } }

type By = { findUploader: FindUploader; operation: UploadOperation }

/**
 * The upload of a request, and its uploader, who must be its owner; for others it does not exist. A new request means
 * that the client has reconnected, so data of an older request is stored first.
 */
export async function requireUpload(app: FastifyInstance, request: FastifyRequest<WithAddress>, by: By) {
  const { upload } = await findOwn(app, request, by)
  await app.receiver.takeOver(upload.id)
  return findOwn(app, request, by)
}

async function findOwn(app: FastifyInstance, request: FastifyRequest<WithAddress>, by: By) {
  const address = readAddress(request.params.address)
  if (!address) throw uploadErrors.noUpload()
  const uploader = await by.findUploader(app, request, address, by.operation)
  // The signature covers the target in the address.
  const upload = await app.resumable.find(ownerOf(uploader), address)
  if (expiryOf(upload) < new Date()) throw uploadErrors.expired()
  return { upload, uploader }
}
