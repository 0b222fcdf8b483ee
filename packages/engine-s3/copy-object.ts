import {
  asCaller,
  asEngine,
  type ByteRange,
  copyTo,
  findObject,
  metadataOf,
  type ObjectPath,
  type Operation,
  requireBucket,
  type StoredObject,
  storageErrors,
} from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { storePart } from './multipart-upload.ts'
import { uploadMetadataOf } from './object-operations.ts'
import type { S3Call } from './s3-call.ts'
import { s3Errors } from './s3-errors.ts'
import { sendXml } from './xml.ts'

const CONDITION = 'x-amz-copy-source-if-'

/** S3 CopyObject, within or between buckets. */
export async function copyFile({ app, request, reply, bucketId, key }: S3Call) {
  const source = copySource(request)
  if (Object.keys(request.headers).some((name) => name.startsWith(CONDITION))) {
    await findSource(app, request, source, 'storage.s3.object.copy')
  }
  const replaces = request.headers['x-amz-metadata-directive'] === 'REPLACE'
  const { mimetype, cacheControl, userMetadata } = uploadMetadataOf(request)
  const from = { bucketId: source.bucketId, sourceKey: source.key }
  const asked = { ...from, destinationBucket: bucketId, destinationKey: key }
  const description = replaces ? { mimetype, cacheControl, userMetadata } : undefined
  await copyTo(app, request, { ...asked, upsert: true, description }, 'storage.s3.object.copy')
  const copy = await findObject(app.database, asEngine, { bucketId, key })
  if (!copy) throw storageErrors.noObject()
  return sendXml(reply, 'CopyObjectResult', {
    ETag: metadataOf(copy).eTag ?? '""',
    LastModified: copy.updated_at.toISOString(),
  })
}

/** S3 UploadPartCopy: a part copied from a file or a range of it, which the caller must be allowed to read. */
export async function copyPart(call: S3Call) {
  const { app, request, reply } = call
  const source = await findSource(app, request, copySource(request), 'storage.s3.upload.part_copy')
  const { size } = metadataOf(source)
  const range = rangeOf(request, size)
  const { md5 } = await storePart(call, range ? range.end - range.start + 1 : size, () =>
    app.files.store.read(source.version ?? '', range),
  )
  return sendXml(reply, 'CopyPartResult', { ETag: `"${md5}"`, LastModified: new Date().toISOString() })
}

/** Parses the header x-amz-copy-source: `/bucket/key`, percent-encoded. */
function copySource({ headers }: FastifyRequest): ObjectPath {
  const [, bucketId = '', key = '', query = ''] =
    /^\/?([^/]+)\/([^?]+)(?:\?(.*))?$/.exec(String(headers['x-amz-copy-source'])) ?? []
  if (key === '') throw s3Errors.invalidArgument('x-amz-copy-source names no file')
  if (new URLSearchParams(query).has('versionId')) throw s3Errors.notImplemented()
  try {
    return { bucketId: decodeURIComponent(bucketId), key: decodeURIComponent(key) }
  } catch {
    throw s3Errors.invalidArgument('x-amz-copy-source is not encoded as an address')
  }
}

/** Finds the source of a copy, if the caller may read it. Throws if it does not meet the conditions of the request. */
async function findSource(app: FastifyInstance, request: FastifyRequest, path: ObjectPath, operation: Operation) {
  await requireBucket(app.database, path.bucketId)
  const source = await findObject(app.database, asCaller(request, operation, request.caller), path)
  if (!source) throw storageErrors.noObject()
  if (!isAsExpected(request, source)) throw s3Errors.preconditionFailed()
  return source
}

/** Whether the source of a copy meets the request's conditions. An ETag takes precedence over the date. */
function isAsExpected({ headers }: FastifyRequest, source: StoredObject): boolean {
  const condition = (name: string) => headers[`${CONDITION}${name}`]
  const [same, other] = [condition('match'), condition('none-match')]
  const tag = metadataOf(source).eTag?.replaceAll('"', '')
  const isTag = (asked: unknown) => asked === '*' || String(asked).replaceAll('"', '') === tag
  const changedSince = (date: unknown) => inSeconds(source.updated_at.getTime()) > inSeconds(Date.parse(String(date)))
  const isSame = same === undefined ? !changedSince(condition('unmodified-since')) : isTag(same)
  const since = condition('modified-since')
  const isOther = other === undefined ? since === undefined || changedSince(since) : !isTag(other)
  return isSame && isOther
}

/** The byte range to copy, which must lie within the file as in S3; undefined for the whole file. */
function rangeOf({ headers }: FastifyRequest, size: number): ByteRange | undefined {
  const asked = headers['x-amz-copy-source-range']
  if (asked === undefined) return undefined
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(String(asked)) ?? []
  const range = { start: Number(first), end: Number(last) }
  if (!(range.start <= range.end && range.end < size)) throw storageErrors.invalidRange()
  return range
}

const inSeconds = (ms: number) => Math.floor(ms / 1000)
