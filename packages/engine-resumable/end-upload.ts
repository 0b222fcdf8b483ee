import type { FastifyInstance } from 'fastify'
import { requireUpload, type WithAddress } from './find-upload.ts'
import type { Uploading } from './uploader.ts'

/** DELETE: aborts an upload. A file that has been stored already stays. */
export async function endUpload(app: FastifyInstance, { base, findUploader }: Uploading) {
  app.delete<WithAddress>(`${base}/:address`, async (request, reply) => {
    const { upload } = await requireUpload(app, request, { findUploader, operation: 'delete' })
    await app.resumable.abort(upload)
    return reply.code(204).send()
  })
}
