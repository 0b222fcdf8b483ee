import type { FastifyInstance } from 'fastify'
import type { Transaction, TransactionOptions } from '../../database/database.ts'
import { requireBucket, typesOf } from '../buckets/bucket.ts'
import { isAllowed } from '../content/media-type.ts'
import { recogniseType } from '../content/recognise.ts'
import { storageErrors } from '../errors.ts'
import type { Draft } from '../files/drafts.ts'
import { limitOf, requireSize } from '../files/size-limit.ts'
import { type ObjectPath, requireValidKey } from '../http/path.ts'
import { ownerOf, rehearse } from '../http/statements.ts'
import type { FileMetadata } from '../rows/object.ts'
import type { FileServices } from '../rows/remove-files.ts'
import { keepFile, writeObject } from './keep-file.ts'
import type { Particulars } from './particulars.ts'

/** What taking a file in needs of the engine. */
type Services = FileServices & Pick<FastifyInstance, 'database' | 'files' | 'largestFile' | 'checksContent'>

/** A file that somebody wants to put somewhere. */
export type Upload = ObjectPath & {
  upsert: boolean
  /** As whom the row is written. */
  options: TransactionOptions
  /** The subject of whoever uploads. */
  sub: string | undefined
}

/** What the engine does in the transaction that writes the row: it holds if the row does. */
type Also = (tx: Transaction) => Promise<void>

/** What dashboards upload to make an empty folder. */
const isPlaceholder = (key: string) => key.endsWith('.emptyFolderPlaceholder')

/**
 * The one way in for a file, whatever protocol brings it: the limits of its place, the row policies before any byte is
 * taken, its bytes, what it really is, and its row. Where anything refuses, nothing of it stays. No transaction is open
 * while bytes are coming.
 */
export class Intake {
  readonly #app: Services
  readonly #upload: Upload
  /** In bytes. */
  readonly limit: number
  /** Of these types; undefined for all. */
  readonly #allowed: readonly string[] | undefined
  /** Whether the type is what a file is, and not only what it is called. */
  readonly #looksInside: boolean

  private constructor(app: Services, upload: Upload, limit: number, allowed: readonly string[] | undefined) {
    this.#app = app
    this.#upload = upload
    this.limit = limit
    this.#allowed = allowed
    this.#looksInside = app.checksContent
  }

  /** Throws `noBucket` and `invalidKey` where there is no such place. */
  static async at(app: Services, upload: Upload): Promise<Intake> {
    const bucket = await requireBucket(app.database, upload.bucketId)
    requireValidKey(upload.key)
    return isPlaceholder(upload.key)
      ? new Intake(app, upload, 0, undefined)
      : new Intake(app, upload, limitOf(bucket, app.largestFile), typesOf(bucket))
  }

  requireRoom(size: number) {
    requireSize(size, this.limit)
  }

  /** Asks, before any byte is taken, whether the place takes such a file and the row policies the uploader. */
  async admit({ mimetype, userMetadata }: Particulars, contentLength: number) {
    this.#requireType(mimetype)
    const { database } = this.#app
    const { options, upsert } = this.#upload
    const expected = { ...this.#row(), metadata: { mimetype, contentLength }, userMetadata }
    await rehearse(database, options, writeObject(expected, '1', upsert))
  }

  /** Receives the file and accepts it. What comes with it is asked for behind its bytes, where a form may say more. */
  async take(
    bytes: AsyncIterable<Uint8Array>,
    particulars: () => Promise<Particulars> | Particulars,
    also?: Also,
  ): Promise<{ id: string; md5: string }> {
    const draft = await this.#app.files.drafts.receive(bytes, this.limit)
    try {
      return { id: await this.accept(draft, await particulars(), also), md5: draft.md5 }
    } finally {
      await draft.discard()
    }
  }

  /** Looks at what a file is where its bucket does, stores it and writes its row as the uploader. Returns the row's id. */
  async accept(draft: Draft, particulars: Particulars, also?: Also): Promise<string> {
    const { mimetype, userMetadata } = particulars
    this.#requireType(mimetype)
    const isLookedInto = this.#allowed && this.#looksInside
    const actual = isLookedInto ? await recogniseType(draft, mimetype, this.#allowed ?? []) : mimetype
    const metadata = fileMetadata(draft, { ...particulars, mimetype: actual })
    const put = (version: string) => this.#app.files.store.put(version, draft.path)
    const { options, upsert } = this.#upload
    return keepFile(this.#app, options, { ...this.#row(), metadata, userMetadata }, { upsert, put, also })
  }

  #requireType(mimetype: string) {
    if (this.#allowed && !isAllowed(mimetype, this.#allowed)) throw storageErrors.invalidType(mimetype)
  }

  #row() {
    const { bucketId, key, sub } = this.#upload
    return { bucketId, key, ...ownerOf(sub) }
  }
}

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
