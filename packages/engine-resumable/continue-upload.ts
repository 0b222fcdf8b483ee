import { FileUpload, release, storageErrors, type UnfinishedUpload } from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uploadErrors } from './errors.ts'
import { requireUpload, type WithAddress } from './find-upload.ts'
import { countHeader, hasBytes, sendOffset } from './tus-headers.ts'
import { type Uploader, type Uploading, uploadOf } from './uploader.ts'

/**
 * PATCH: receives the next bytes. POST with a method override does the same for clients behind a proxy without PATCH.
 */
export async function continueUpload(app: FastifyInstance, { base, findUploader }: Uploading) {
  app.route<WithAddress>({
    method: ['PATCH', 'POST'],
    url: `${base}/:address`,
    async handler(request, reply) {
      try {
        if (request.method === 'POST' && request.headers['x-http-method-override'] !== 'PATCH') {
          throw storageErrors.unknownRoute(request)
        }
        if (!hasBytes(request)) throw uploadErrors.noBytes()
        const offset = countHeader(request, 'upload-offset')
        if (offset === undefined) throw uploadErrors.noOffset()
        const { upload, uploader } = await requireUpload(app, request, { findUploader, operation: 'part' })
        if (upload.received !== offset) throw uploadErrors.otherOffset()
        // The upload is complete already; there is nothing to add.
        if (upload.received === upload.size) return sayDone(upload)
        const sized = await sizedNow(request, upload, uploader)
        return sayDone(await app.receiver.receive(request, sized, uploader))
      } finally {
        release(request)
      }

      function sayDone(upload: UnfinishedUpload) {
        sendOffset(reply, upload)
        return reply.code(204).send()
      }
    },
  })

  /** The upload with the size that the client declares in this request. */
  async function sizedNow(request: FastifyRequest, upload: UnfinishedUpload, uploader: Uploader) {
    const size = countHeader(request, 'upload-length')
    if (size === undefined || size === upload.size) return upload
    if (upload.size !== null || size < upload.received) throw uploadErrors.otherLength()
    const { limit } = await FileUpload.at(app, uploadOf(upload, uploader))
    if (size > limit) throw uploadErrors.tooLarge()
    await app.resumable.setSize(upload, size)
    return { ...upload, size }
  }
}
