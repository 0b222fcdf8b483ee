import {
  asCaller,
  checkedHeader,
  checkedType,
  FileUpload,
  findObject,
  removeObjectsOf,
  requireBucket,
  serveFile,
  storageErrors,
  type UploadMetadata,
  type UploadTarget,
} from 'engine/feature'
import type { FastifyRequest } from 'fastify'
import { overriddenHeaders } from './header-overrides.ts'
import { bodyOf } from './request-body.ts'
import type { S3Call } from './s3-call.ts'
import { s3Errors } from './s3-errors.ts'
import { childrenOf, childText, readXml, sendXml } from './xml.ts'

const META = 'x-amz-meta-'
const MAX_DELETED_AT_ONCE = 1000

/** S3 GetObject and HeadObject. */
export async function getFile({ app, request, reply, query, bucketId, key }: S3Call) {
  await requireBucket(app.database, bucketId)
  const options = asCaller(request, 'storage.s3.object.get', request.caller)
  const object = await findObject(app.database, options, { bucketId, key })
  if (!object) throw storageErrors.noObject()
  for (const [name, value] of Object.entries(object.user_metadata ?? {})) {
    const header = `${META}${name}`
    if (/^[\w-]+$/.test(header) && typeof value === 'string') reply.header(header, encodeURI(value))
  }
  return serveFile(request, reply, app.files.store, object, {
    isPublic: false,
    headers: (mimetype) => overriddenHeaders(query, mimetype),
  })
}

/** S3 GetObjectTagging: files have no tags, as on the hosted service, but clients ask for them when copying. */
export async function getTags({ app, request, reply, bucketId, key }: S3Call) {
  await requireBucket(app.database, bucketId)
  const options = asCaller(request, 'storage.s3.object.get_tagging', request.caller)
  if (!(await findObject(app.database, options, { bucketId, key }))) throw storageErrors.noObject()
  return sendXml(reply, 'Tagging', { TagSet: '' })
}

/** S3 PutObject: replaces an existing file. */
export async function putFile(call: S3Call) {
  const { app, request, reply } = call
  const fileUpload = await FileUpload.at(app, uploadOf(call))
  const uploadMetadata = uploadMetadataOf(request)
  const contentLength = lengthOf(request)
  fileUpload.requireRoom(contentLength)
  await fileUpload.admit(uploadMetadata, contentLength)
  const { md5 } = await fileUpload.take(bodyOf(request), () => uploadMetadata)
  return reply.header('etag', `"${md5}"`).send()
}

/** The target of an S3 upload: bucket, key and caller. */
export function uploadOf({ request, bucketId, key }: S3Call): UploadTarget {
  const options = asCaller(request, 'storage.s3.upload', request.caller)
  return { bucketId, key, upsert: true, options, sub: request.caller.claims.sub }
}

/** S3 DeleteObject: a file that does not exist or is not visible counts as deleted. */
export async function deleteFile({ app, request, reply, bucketId, key }: S3Call) {
  const options = asCaller(request, 'storage.s3.object.delete', request.caller)
  const removed = await removeObjectsOf(app, options, bucketId, [key])
  if (removed.length === 0 && (await findObject(app.database, options, { bucketId, key }))) {
    throw storageErrors.accessDenied()
  }
  return reply.code(204).send()
}

/** S3 DeleteObjects: deletes several files, and reports each. */
export async function deleteFiles({ app, request, reply, bucketId }: S3Call) {
  const root = await readXml(bodyOf(request))
  const objects = childrenOf(root, 'Object')
  const keys = objects.map((object) => childText(object, 'Key') ?? '')
  if (keys.length === 0 || keys.length > MAX_DELETED_AT_ONCE || keys.includes('')) throw s3Errors.malformedXml()
  // A request to delete a named version is refused, since only the current version of a file exists.
  if (objects.some((object) => childText(object, 'VersionId') !== undefined)) throw s3Errors.notImplemented()
  const options = asCaller(request, 'storage.s3.object.delete_many', request.caller)
  const gone = new Set((await removeObjectsOf(app, options, bucketId, keys)).map(({ name }) => name))
  return sendXml(reply, 'DeleteResult', {
    ...(childText(root, 'Quiet') !== 'true' && {
      Deleted: keys.filter((key) => gone.has(key)).map((Key) => ({ Key })),
    }),
    Error: keys
      .filter((key) => !gone.has(key))
      .map((Key) => ({
        Key,
        Code: 'AccessDenied',
        Message: 'You do not have permission to delete this object or the object does not exist',
      })),
  })
}

/** The metadata of a request that uploads a file or starts an upload. */
export function uploadMetadataOf({ headers }: FastifyRequest): UploadMetadata {
  const userMetadata = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(META) && typeof value === 'string' ? [[name.slice(META.length), value]] : [],
    ),
  )
  return {
    mimetype: checkedType(headers['content-type'] ?? 'application/octet-stream'),
    cacheControl: checkedHeader(headers['cache-control'] ?? 'no-cache'),
    userMetadata,
  }
}

/** The length of the decoded body in bytes, without the chunk framing. */
export const lengthOf = ({ headers }: FastifyRequest): number =>
  Number(headers['x-amz-decoded-content-length'] ?? headers['content-length'] ?? 0) || 0
