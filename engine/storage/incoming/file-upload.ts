import type { FastifyInstance } from 'fastify'
import type { Transaction, TransactionOptions } from '../../database/database.ts'
import { allowedTypesOf, requireBucket } from '../buckets/bucket-rows.ts'
import { detectType } from '../content/detect-type.ts'
import { isAllowed } from '../content/media-type.ts'
import { storageErrors } from '../errors.ts'
import type { TempFile } from '../files/temp-files.ts'
import { requireWithinSizeLimit, uploadSizeLimit } from '../files/upload-size-limit.ts'
import { checkPolicies, ownerOf } from '../http/caller-settings.ts'
import { type ObjectPath, requireValidKey } from '../http/object-path.ts'
import type { FileMetadata } from '../rows/object-rows.ts'
import type { FileServices } from '../rows/remove-files.ts'
import { storeFile, writeObject } from './store-file.ts'
import type { UploadMetadata } from './upload-metadata.ts'

/** The services that an upload needs. */
type Services = FileServices & Pick<FastifyInstance, 'database' | 'files' | 'largestFile' | 'checksContent'>

/** The target of an upload. */
export type UploadTarget = ObjectPath & {
  upsert: boolean
  /** Transaction options for writing the row. */
  options: TransactionOptions
  /** The subject of the uploader. */
  sub: string | undefined
}

/** Work of the engine in the transaction that writes the row, committed or rolled back with it. */
type WorkInSameTransaction = (tx: Transaction) => Promise<void>

/** The file that dashboards upload to create an empty folder. */
const isPlaceholder = (key: string) => key.endsWith('.emptyFolderPlaceholder')

/**
 * The upload of one file, the same for every protocol: the bucket's limits, the row policies before any byte is
 * received, the bytes, the actual type and the row. A failure at any step leaves nothing behind. No transaction is open
 * while bytes arrive.
 */
export class FileUpload {
  readonly #app: Services
  readonly #upload: UploadTarget
  /** The size limit in bytes. */
  readonly limit: number
  /** Allowed media types; undefined for any. */
  readonly #allowed: readonly string[] | undefined
  /** Whether the type is detected by content instead of trusting the claim. */
  readonly #checksContent: boolean

  private constructor(app: Services, upload: UploadTarget, limit: number, allowed: readonly string[] | undefined) {
    this.#app = app
    this.#upload = upload
    this.limit = limit
    this.#allowed = allowed
    this.#checksContent = app.checksContent
  }

  /** Prepares an upload. Throws `noBucket` and `invalidKey`. */
  static async at(app: Services, upload: UploadTarget): Promise<FileUpload> {
    const bucket = await requireBucket(app.database, upload.bucketId)
    requireValidKey(upload.key)
    return isPlaceholder(upload.key)
      ? new FileUpload(app, upload, 0, undefined)
      : new FileUpload(app, upload, uploadSizeLimit(bucket, app.largestFile), allowedTypesOf(bucket))
  }

  requireRoom(size: number) {
    requireWithinSizeLimit(size, this.limit)
  }

  /** Checks in advance whether the bucket accepts such a file and the row policies allow the upload. */
  async admit({ mimetype, userMetadata }: UploadMetadata, contentLength: number) {
    this.#requireType(mimetype)
    const { database } = this.#app
    const { options, upsert } = this.#upload
    const expected = { ...this.#row(), metadata: { mimetype, contentLength }, userMetadata }
    await checkPolicies(database, options, writeObject(expected, '1', upsert))
  }

  /**
   * Receives the file and accepts it. The metadata is requested after the bytes, because a form may contain fields
   * behind the file.
   */
  async take(
    bytes: AsyncIterable<Uint8Array>,
    uploadMetadata: () => Promise<UploadMetadata> | UploadMetadata,
    also?: WorkInSameTransaction,
  ): Promise<{ id: string; md5: string }> {
    const tempFile = await this.#app.files.tempFiles.receive(bytes, this.limit)
    try {
      return { id: await this.accept(tempFile, await uploadMetadata(), also), md5: tempFile.md5 }
    } finally {
      await tempFile.discard()
    }
  }

  /**
   * Checks the content where the bucket requires it, stores the file and writes its row as the uploader. Returns the
   * row's id.
   */
  async accept(tempFile: TempFile, uploadMetadata: UploadMetadata, also?: WorkInSameTransaction): Promise<string> {
    const { mimetype, userMetadata } = uploadMetadata
    this.#requireType(mimetype)
    const isLookedInto = this.#allowed && this.#checksContent
    const actual = isLookedInto ? await detectType(tempFile, mimetype, this.#allowed ?? []) : mimetype
    const metadata = fileMetadata(tempFile, { ...uploadMetadata, mimetype: actual })
    const put = (version: string) => this.#app.files.store.put(version, tempFile.path)
    const { options, upsert } = this.#upload
    return storeFile(this.#app, options, { ...this.#row(), metadata, userMetadata }, { upsert, put, also })
  }

  #requireType(mimetype: string) {
    if (this.#allowed && !isAllowed(mimetype, this.#allowed)) throw storageErrors.invalidType(mimetype)
  }

  #row() {
    const { bucketId, key, sub } = this.#upload
    return { bucketId, key, ...ownerOf(sub) }
  }
}

function fileMetadata(
  { md5, size }: TempFile,
  { mimetype, cacheControl, robotsTag, isOfProject }: UploadMetadata,
): FileMetadata {
  return {
    eTag: `"${md5}"`,
    size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
    xRobotsTag: robotsTag,
    isOfProject,
  }
}
