import { FileUpload, release } from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uploadErrors } from './errors.ts'
import { countHeader, hasBytes, sendOffset } from './tus-headers.ts'
import { parseUploadMetadata } from './tus-metadata.ts'
import { addressOf } from './upload-url.ts'
import { ownerOf, type Uploading, uploadOf } from './uploader.ts'

/** POST: creates an upload, optionally with its first bytes, and returns its address. */
export async function createUpload(app: FastifyInstance, { base, findUploader }: Uploading) {
  app.post(base, async (request, reply) => {
    try {
      if (request.headers['upload-concat'] !== undefined) throw uploadErrors.noConcatenation()
      const size = announcedSize(request)
      const said = String(request.headers['upload-metadata'] ?? '')
      const { uploadMetadata, ...path } = parseUploadMetadata(said)
      const uploader = await findUploader(app, request, path, 'create')
      const { upsert } = uploader
      const fileUpload = await FileUpload.at(app, uploadOf({ ...path, upsert }, uploader))
      if (size !== null && size > fileUpload.limit) throw uploadErrors.tooLarge()
      await fileUpload.admit(uploadMetadata, size ?? 0)

      const begun = { ...path, upsert, uploadMetadata, said, size }
      const created = await app.resumable.begin(ownerOf(uploader), begun)
      const isMore = hasBytes(request) || size === 0
      const upload = isMore ? await app.receiver.receive(request, created, uploader) : created
      sendOffset(reply, upload)
      return reply
        .code(201)
        .header('location', `${originOf(request)}${app.prefix}${base}/${addressOf(upload)}`)
        .send()
    } finally {
      release(request)
    }
  })

  /** The public origin, as seen by clients in front of any proxy. */
  const originOf = ({ protocol, host }: FastifyRequest) =>
    app.config.apiUrlGiven ? app.config.apiUrl : `${protocol}://${host}`
}

/** The declared size in bytes; null where the client declares it later. */
function announcedSize(request: FastifyRequest): number | null {
  const size = countHeader(request, 'upload-length')
  const isDeferred = request.headers['upload-defer-length'] === '1'
  if ((size === undefined) !== isDeferred) throw uploadErrors.noLength()
  return size ?? null
}
