import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readAddress } from './address.ts'
import { uploadErrors } from './errors.ts'
import type { FindUploader, UploadOperation } from './uploader.ts'
import { findUpload } from './uploads.ts'

export type WithAddress = { Params: { address: string } }

type By = { findUploader: FindUploader; operation: UploadOperation }

/**
 * The upload that a request is about, and who asks. It must be theirs; for everybody else there is none. Who asks has
 * come back: what an older request of theirs still brings is kept first.
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
  const { role, isSigned, sub: ownerId = null } = uploader
  const upload = await findUpload(app.database, { id: address.id, ownerId, role, isSigned })
  // The signature is for the place in the address.
  if (upload.bucketId !== address.bucketId || upload.key !== address.key) throw uploadErrors.noUpload()
  return { upload, uploader }
}
