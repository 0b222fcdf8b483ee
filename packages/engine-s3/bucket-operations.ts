import { addBucket, asCaller, type Bucket, bucketColumns, dropBucket, findBucket } from 'engine/feature'
import type { S3Call } from './s3-call.ts'
import { sendXml } from './xml.ts'

/** S3 ListBuckets: the buckets that the caller may see. */
export async function listBuckets({ app, request, reply }: S3Call) {
  const options = asCaller(request, 'storage.s3.bucket.list', request.caller)
  const buckets = await app.database.run<Bucket>(options, {
    text: `select ${bucketColumns} from storage.buckets order by name`,
  })
  return sendXml(reply, 'ListAllMyBucketsResult', {
    Owner: { ID: request.caller.claims.sub ?? request.caller.role },
    Buckets: { Bucket: buckets.map(({ id, created_at }) => ({ Name: id, CreationDate: created_at.toISOString() })) },
  })
}

export async function headBucket({ app, request, reply, bucketId }: S3Call) {
  await findBucket(app.database, asCaller(request, 'storage.s3.bucket.get', request.caller), bucketId)
  return reply.header('x-amz-bucket-region', 'local').send()
}

/** S3 GetBucketLocation and GetBucketVersioning: versioning was never enabled. */
export async function answerForBucket({ app, request, reply, bucketId, query }: S3Call) {
  const options = asCaller(request, 'storage.s3.bucket.get', request.caller)
  await findBucket(app.database, options, bucketId)
  return sendXml(reply, query.has('location') ? 'LocationConstraint' : 'VersioningConfiguration', {})
}

export async function createBucket({ app, request, reply, bucketId }: S3Call) {
  const isPublic = request.headers['x-amz-acl'] === 'public-read'
  const options = asCaller(request, 'storage.s3.bucket.create', request.caller)
  await addBucket(app, options, { name: bucketId, public: isPublic, sub: request.caller.claims.sub })
  return reply.header('location', `/${bucketId}`).send()
}

export async function deleteBucket({ app, request, reply, bucketId }: S3Call) {
  await dropBucket(app, asCaller(request, 'storage.s3.bucket.delete', request.caller), bucketId)
  return reply.code(204).send()
}
