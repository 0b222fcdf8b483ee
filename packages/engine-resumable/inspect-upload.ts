import type { FastifyInstance } from 'fastify'
import { requireUpload, type WithAddress } from './find-upload.ts'
import { sendOffset } from './tus-headers.ts'
import type { Uploading } from './uploader.ts'

/** HEAD: the offset of an upload. */
export async function inspectUpload(app: FastifyInstance, { base, findUploader }: Uploading) {
  app.head<WithAddress>(`${base}/:address`, async (request, reply) => {
    const { upload } = await requireUpload(app, request, { findUploader, operation: 'get' })
    sendOffset(reply, upload)
    if (upload.size === null) reply.header('upload-defer-length', '1')
    else reply.header('upload-length', upload.size)
    return reply
      .code(200)
      .header('upload-metadata', upload.said ?? '')
      .send()
  })
}
