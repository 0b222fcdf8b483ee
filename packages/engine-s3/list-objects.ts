import { asCaller, cursorBehind, type Entry, listEntries, metadataOf, requireBucket } from 'engine/feature'
import type { S3Call } from './s3-call.ts'
import { s3Errors } from './s3-errors.ts'
import { type Content, sendXml } from './xml.ts'

const MAX_LISTED = 1000

/** S3 ListObjectsV2: everything below a prefix, or with the delimiter `/` one folder level. */
export async function listFiles(call: S3Call) {
  const { query, reply, bucketId } = call
  const startAfter = query.get('start-after') ?? undefined
  const token = query.get('continuation-token') ?? undefined
  const { entries, nextCursor, encode, ...page } = await list(call, token ?? cursorBehind(startAfter))
  return sendXml(reply, 'ListBucketResult', {
    Name: bucketId,
    ...page,
    StartAfter: startAfter && encode(startAfter),
    ContinuationToken: token,
    KeyCount: entries.length,
    IsTruncated: nextCursor !== undefined,
    NextContinuationToken: nextCursor,
    ...contents(entries, encode),
  })
}

/** S3 ListObjects, the older form: the next page begins after a name. */
export async function listFilesV1(call: S3Call) {
  const { query, reply, bucketId } = call
  const marker = query.get('marker') || undefined
  const { entries, nextCursor, encode, ...page } = await list(call, cursorBehind(marker))
  const last = entries.at(-1)?.name
  return sendXml(reply, 'ListBucketResult', {
    Name: bucketId,
    ...page,
    Marker: encode(marker ?? ''),
    NextMarker: nextCursor !== undefined && last !== undefined ? encode(last) : undefined,
    IsTruncated: nextCursor !== undefined,
    ...contents(entries, encode),
  })
}

async function list({ app, request, query, bucketId }: S3Call, cursor: string | undefined) {
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') || undefined
  if (delimiter !== undefined && delimiter !== '/') throw s3Errors.invalidArgument('The delimiter can only be /')
  const asked = Number(query.get('max-keys') ?? MAX_LISTED)
  if (!Number.isInteger(asked) || asked < 0) throw s3Errors.invalidArgument('max-keys is no number of keys')
  await requireBucket(app.database, bucketId)
  const limit = Math.min(asked, MAX_LISTED)
  const isUrl = query.get('encoding-type') === 'url'
  const encode = (text: string) => (isUrl ? encodeURIComponent(text).replaceAll('%2F', '/') : text)
  const options = asCaller(request, 'storage.s3.object.list', request.caller)
  const found =
    limit === 0
      ? { entries: [], nextCursor: undefined }
      : await listEntries(app.database, options, bucketId, { prefix, limit, cursor, with_delimiter: delimiter === '/' })
  return {
    ...found,
    encode,
    Prefix: encode(prefix),
    Delimiter: delimiter,
    MaxKeys: limit,
    EncodingType: isUrl ? 'url' : undefined,
  }
}

function contents(entries: readonly Entry[], encode: (text: string) => string): Content {
  return {
    Contents: entries.filter(({ id }) => id !== null).map((entry) => fileEntry(entry, encode)),
    CommonPrefixes: entries.filter(({ id }) => id === null).map(({ name }) => ({ Prefix: encode(name) })),
  }
}

function fileEntry(entry: Entry, encode: (text: string) => string): Content {
  const { eTag = '""', size } = metadataOf(entry)
  return {
    Key: encode(entry.name),
    LastModified: (entry.updated_at ?? new Date(0)).toISOString(),
    ETag: eTag,
    Size: size,
    StorageClass: 'STANDARD',
  }
}
