import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FileUpload, type UploadTarget } from '../incoming/file-upload.ts'
import { release } from '../incoming/read-request-bytes.ts'
import { openIncomingFile } from './file-of-request.ts'

/** Receives the file of a request, which is a form or the file itself. Returns the response body. */
export async function uploadFile(app: FastifyInstance, request: FastifyRequest, upload: UploadTarget) {
  try {
    const fileUpload = await FileUpload.at(app, upload)
    const file = await openIncomingFile(request, fileUpload.limit)
    await fileUpload.admit(file.uploadMetadata, Number(request.headers['content-length'] ?? 0))
    const { id } = await fileUpload.take(file.bytes, file.rest)
    return { Id: id, Key: `${upload.bucketId}/${upload.key}` }
  } finally {
    release(request)
  }
}
