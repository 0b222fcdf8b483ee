import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TransactionOptions } from '../../database/database.ts'
import { limitOf, requireBucket, typesOf } from '../buckets/bucket.ts'
import { isAllowed } from '../content/media-type.ts'
import { recogniseType } from '../content/recognise.ts'
import { storageErrors } from '../errors.ts'
import type { Draft } from '../files/drafts.ts'
import { type ObjectPath, requireValidKey } from '../http/path.ts'
import { ownerOf, rehearse } from '../http/statements.ts'
import { openIncomingFile, type Particulars, release } from './incoming-file.ts'
import { keepFile, writeObject } from './keep-file.ts'
import type { FileMetadata } from './object.ts'

type Upload = ObjectPath & {
  upsert: boolean
  /** As whom the row is written. */
  options: TransactionOptions
  /** The subject of whoever uploads. */
  sub: string | undefined
}

/** What dashboards upload to make an empty folder. */
const isPlaceholder = (key: string) => key.endsWith('.emptyFolderPlaceholder')

/**
 * Takes a file in: asks the row policies, receives the bytes, looks at what they are, stores them, writes the row. No
 * transaction is open while bytes are coming. Returns the answer.
 */
export async function uploadFile(app: FastifyInstance, request: FastifyRequest, upload: Upload) {
  const { bucketId, key, upsert, options } = upload
  try {
    const bucket = await requireBucket(app.database, bucketId)
    requireValidKey(key)
    const allowed = isPlaceholder(key) ? undefined : typesOf(bucket)
    const limit = isPlaceholder(key) ? 0 : limitOf(bucket, app.largestFile)
    const file = await openIncomingFile(request, limit)
    const { mimetype } = file.particulars
    if (allowed && !isAllowed(mimetype, allowed)) throw storageErrors.invalidType(mimetype)

    const contentLength = Number(request.headers['content-length'] ?? 0)
    const expected = newObject(upload, file.particulars, { mimetype, contentLength })
    await rehearse(app.database, options, writeObject(expected, '1', upsert))

    const draft = await app.files.drafts.receive(file.bytes, limit)
    try {
      const particulars = await file.rest()
      if (allowed && !isAllowed(particulars.mimetype, allowed)) throw storageErrors.invalidType(particulars.mimetype)
      const actual = allowed ? await recogniseType(draft, particulars.mimetype, allowed) : particulars.mimetype
      const object = newObject(upload, particulars, fileMetadata(draft, { ...particulars, mimetype: actual }))
      const put = (version: string) => app.files.store.put(version, draft.path)
      const id = await keepFile(app, options, object, { upsert, put })
      return { Id: id, Key: `${bucketId}/${key}` }
    } finally {
      await draft.discard()
    }
  } finally {
    release(request)
  }
}

const newObject = (
  { bucketId, key, sub }: Upload,
  { userMetadata }: Particulars,
  metadata: FileMetadata | { mimetype: string; contentLength: number },
) => ({ bucketId, key, ...ownerOf(sub), metadata, userMetadata })

function fileMetadata({ md5, size }: Draft, { mimetype, cacheControl, robotsTag }: Particulars): FileMetadata {
  return {
    eTag: `"${md5}"`,
    size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
    xRobotsTag: robotsTag,
  }
}
