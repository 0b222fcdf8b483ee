import type { FastifyInstance } from 'fastify'
import { pathOf, type WithPath } from '../http/object-path.ts'
import { readQuery } from '../http/read-body.ts'
import { urlToken } from './download-signed-object.ts'
import { uploadFile } from './upload-file.ts'
import { asSigner } from './url-signer.ts'

/**
 * PUT /object/upload/sign/:bucket/*?token=…: an upload with the signer's permission. The token says who signed it, and
 * whether a file may be replaced.
 */
export async function uploadToSignedUrl(app: FastifyInstance) {
  app.put<WithPath>('/object/upload/sign/:bucket/*', async (request) => {
    const path = pathOf(request)
    const { token } = readQuery(request, urlToken)
    const { owner, upsert, signer } = await app.urlTokens.checkUpload(token, `${path.bucketId}/${path.key}`)
    const operation = signer ? 'storage.object.sign_upload_url' : 'storage.object.upload_signed'
    const options = await asSigner({ database: app.database, request }, signer, operation)
    const { Key } = await uploadFile(app, request, { ...path, upsert, options, sub: owner })
    return { Key }
  })
}
