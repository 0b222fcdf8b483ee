import type { FastifyInstance } from 'fastify'
import { requireBucket } from '../buckets/bucket-rows.ts'
import { asCaller, checkPolicies, ownerOf } from '../http/caller-settings.ts'
import { pathOf, requireValidKey, type WithPath } from '../http/object-path.ts'
import { writeObject } from '../incoming/store-file.ts'
import { signerOf } from './url-signer.ts'

/**
 * POST /object/upload/sign/:bucket/*: a signed address at which somebody else may make an upload that the caller may
 * make.
 */
export async function signUpload(app: FastifyInstance) {
  app.post<WithPath>('/object/upload/sign/:bucket/*', async (request) => {
    const { bucketId, key } = pathOf(request)
    await requireBucket(app.database, bucketId)
    requireValidKey(key)
    const owner = request.caller.claims.sub
    const upsert = request.headers['x-upsert'] === 'true'
    const object = { bucketId, key, ...ownerOf(owner), metadata: {}, userMetadata: {} }
    const options = asCaller(request, 'storage.object.sign_upload_url', request.caller)
    await checkPolicies(app.database, options, writeObject(object, '1', upsert))
    const url = `${bucketId}/${key}`
    const token = await app.urlTokens.signUpload({ url, owner, upsert, signer: signerOf(request.caller) })
    return { url: `/object/upload/sign/${url}?token=${token}`, token }
  })
}
