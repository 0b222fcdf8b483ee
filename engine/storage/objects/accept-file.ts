import type { FastifyInstance } from 'fastify'
import type { Transaction, TransactionOptions } from '../../database/database.ts'
import { limitOf, requireBucket, typesOf } from '../buckets/bucket.ts'
import { isAllowed } from '../content/media-type.ts'
import { recogniseType } from '../content/recognise.ts'
import { storageErrors } from '../errors.ts'
import type { Draft } from '../files/drafts.ts'
import { type ObjectPath, requireValidKey } from '../http/path.ts'
import { ownerOf, rehearse } from '../http/statements.ts'
import type { Particulars } from './incoming-file.ts'
import { keepFile, writeObject } from './keep-file.ts'
import type { FileMetadata } from './object.ts'
import type { FileServices } from './remove-files.ts'

/** What accepting a file takes of the engine. */
type Services = FileServices & Pick<FastifyInstance, 'database' | 'files' | 'largestFile' | 'checksContent'>

/** A file that somebody wants to put somewhere. */
export type Upload = ObjectPath & {
  upsert: boolean
  /** As whom the row is written. */
  options: TransactionOptions
  /** The subject of whoever uploads. */
  sub: string | undefined
}

/** What a place takes: files up to so many bytes, and of these types; undefined for all. */
export type Rules = {
  limit: number
  allowed: readonly string[] | undefined
  /** Whether the type is what a file is, and not only what it is called. */
  byContent: boolean
}

/** What dashboards upload to make an empty folder. */
const isPlaceholder = (key: string) => key.endsWith('.emptyFolderPlaceholder')

/** Throws `noBucket` and `invalidKey` where there is no such place. */
export async function rulesOf(app: Omit<Services, 'log'>, { bucketId, key }: ObjectPath): Promise<Rules> {
  const bucket = await requireBucket(app.database, bucketId)
  requireValidKey(key)
  if (isPlaceholder(key)) return { limit: 0, allowed: undefined, byContent: false }
  return { limit: limitOf(bucket, app.largestFile), allowed: typesOf(bucket), byContent: app.checksContent }
}

/** Asks, before any byte is taken, whether the place takes such a file and the row policies the uploader. */
export async function requireWelcome(
  app: Pick<Services, 'database'>,
  upload: Upload,
  { mimetype, userMetadata }: Particulars,
  { rules: { allowed }, contentLength }: { rules: Rules; contentLength: number },
) {
  if (allowed && !isAllowed(mimetype, allowed)) throw storageErrors.invalidType(mimetype)
  const expected = { ...rowOf(upload), metadata: { mimetype, contentLength }, userMetadata }
  await rehearse(app.database, upload.options, writeObject(expected, '1', upload.upsert))
}

/** Looks at what a file is where its bucket does, stores it and writes its row as the uploader, and does `also` with it. Returns the row's id. */
export async function acceptFile(
  app: Omit<Services, 'largestFile' | 'checksContent'>,
  upload: Upload,
  particulars: Particulars,
  {
    draft,
    rules: { allowed, byContent },
    also,
  }: { draft: Draft; rules: Rules; also?: (tx: Transaction) => Promise<void> },
): Promise<string> {
  const { mimetype, userMetadata } = particulars
  if (allowed && !isAllowed(mimetype, allowed)) throw storageErrors.invalidType(mimetype)
  const actual = allowed && byContent ? await recogniseType(draft, mimetype, allowed) : mimetype
  const metadata = fileMetadata(draft, { ...particulars, mimetype: actual })
  const put = (version: string) => app.files.store.put(version, draft.path)
  const { options, upsert } = upload
  return keepFile(app, options, { ...rowOf(upload), metadata, userMetadata }, { upsert, put, also })
}

const rowOf = ({ bucketId, key, sub }: Upload) => ({ bucketId, key, ...ownerOf(sub) })

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
