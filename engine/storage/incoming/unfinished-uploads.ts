import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Database, Transaction } from '../../database/database.ts'
import type { StorageError } from '../errors.ts'
import type { TempFile } from '../files/temp-files.ts'
import { requireWithinSizeLimit } from '../files/upload-size-limit.ts'
import { asEngine } from '../http/caller-settings.ts'
import type { ObjectPath } from '../http/object-path.ts'
import { type FileServices, removeFiles, removeRejectedFile } from '../rows/remove-files.ts'
import type { UploadMetadata } from './upload-metadata.ts'

/** The lifetime of an upload, as on the hosted service. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

/** A protocol for uploads in several parts. */
export type Protocol = {
  name: 'tus' | 's3'
  /** Whether parts arrive in sequence; otherwise they may arrive in any order, concurrently and repeatedly. */
  isInOrder: boolean
  /** The error for an upload that does not exist or belongs to somebody else. */
  notFound(): StorageError
  /** The error for an upload that was continued or ended since it was read. */
  movedOn(): StorageError
}

/** The owner of an upload, who alone may continue it. Owners without a subject are distinguished by role. */
export type Uploader = {
  ownerId: string | null
  role: string
  /** Whether a signed address authorizes the upload instead of row policies. */
  isSigned: boolean
}

type NewUpload = ObjectPath & {
  upsert: boolean
  uploadMetadata: UploadMetadata
  /** The metadata as the client wrote it, which it may ask for later. */
  said: string | null
  /** The size in bytes; null until the client declares it. */
  size: number | null
}

/** A started upload. */
export type UnfinishedUpload = NewUpload & {
  id: string
  /** The received bytes. For uploads in sequence they equal `size` only when the file has been stored. */
  received: number
  createdAt: Date
}

export type Part = {
  version: string
  /** The sort key of the parts: the offset of a part, or its number. */
  place: number
  size: number
  md5: string
  storedAt: Date
}

const columns = `id, bucket_id as "bucketId", name as key, upsert, particulars as "uploadMetadata", said, size, received,
  created_at as "createdAt"`

export const expiryOf = ({ createdAt }: UnfinishedUpload) => new Date(createdAt.getTime() + LIFETIME_MS)

type Services = FileServices & Pick<FastifyInstance, 'database' | 'files'>

/**
 * The incomplete uploads of one protocol, kept in the database, so that any process can continue an upload that another
 * one began.
 */
export class UnfinishedUploads {
  readonly #app: Services
  readonly #protocol: Protocol

  constructor(app: Services, protocol: Protocol) {
    this.#app = app
    this.#protocol = protocol
  }

  async begin({ ownerId, role, isSigned }: Uploader, upload: NewUpload): Promise<UnfinishedUpload> {
    const { bucketId, key, upsert, uploadMetadata, said, size } = upload
    const [row] = await this.#app.database.run<Row>(asEngine, {
      text: `
        insert into engine.unfinished_uploads
          (id, protocol, bucket_id, name, owner_id, role, is_signed, upsert, particulars, said, size)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        returning ${columns}`,
      values: [
        ...[randomUUID(), this.#protocol.name, bucketId, key, ownerId, role, isSigned, upsert],
        ...[JSON.stringify(uploadMetadata), said, size],
      ],
    })
    return this.#found(row)
  }

  /** Finds an upload. Throws `notFound`, also where it belongs to somebody else or to another file. */
  async find(by: Uploader, { bucketId, key, id }: ObjectPath & { id: string }): Promise<UnfinishedUpload> {
    const [row] = await this.#select(by, 'id::text = $5 and bucket_id = $6 and name = $7', [id, bucketId, key])
    return this.#found(row)
  }

  async list(by: Uploader, bucketId: string): Promise<UnfinishedUpload[]> {
    const rows = await this.#select(by, 'bucket_id = $5', [bucketId])
    return rows.map((row) => this.#found(row))
  }

  #select({ ownerId, role, isSigned }: Uploader, which: string, values: string[]): Promise<Row[]> {
    return this.#app.database.run<Row>(
      { ...asEngine, readOnly: true },
      {
        text: `
          select ${columns} from engine.unfinished_uploads
          where protocol = $1 and owner_id is not distinct from $2 and role = $3 and is_signed = $4 and ${which}
          order by name, created_at
          limit 1000`,
        values: [this.#protocol.name, ownerId, role, isSigned, ...values],
      },
    )
  }

  /** Stores a size that the client declares late. */
  async setSize({ id }: UnfinishedUpload, size: number) {
    await this.#app.database.run(asEngine, {
      text: 'update engine.unfinished_uploads set size = $2 where id = $1',
      values: [id, size],
    })
  }

  /**
   * Stores a part and counts it, replacing an earlier one in the same place. Throws `tooLarge` where all parts together
   * exceed the bucket's limit, so that nobody fills the store with uploads that can never complete.
   */
  async storePart(upload: UnfinishedUpload, place: number, { path, size, md5 }: TempFile, limit: number) {
    const version = randomUUID()
    await this.#app.files.store.put(version, path)
    try {
      const part = { version, place, size, md5 }
      const { received, replaced } = await this.#app.database.transaction(asEngine, (tx) =>
        this.#count(tx, upload, part, limit),
      )
      if (replaced !== undefined) await removeFiles(this.#app, [replaced])
      return { ...upload, received }
    } catch (error) {
      await removeRejectedFile(this.#app, version, error)
      throw error
    }
  }

  async #count(tx: Transaction, upload: UnfinishedUpload, part: Omit<Part, 'storedAt'>, limit: number) {
    const [now] = await tx.query<{ received: string }>(
      'select received from engine.unfinished_uploads where id = $1 for update',
      [upload.id],
    )
    const isAsRead = now && (!this.#protocol.isInOrder || Number(now.received) === upload.received)
    if (!isAsRead) throw this.#protocol.movedOn()
    const [replaced] = await tx.query<{ version: string }>(
      'delete from engine.unfinished_parts where upload_id = $1 and place = $2 returning version',
      [upload.id, part.place],
    )
    await tx.query(
      'insert into engine.unfinished_parts (version, upload_id, place, size, md5) values ($1, $2, $3, $4, $5)',
      [part.version, upload.id, part.place, part.size, part.md5],
    )
    const [all] = await tx.query<{ received: string }>(
      `update engine.unfinished_uploads
        set received = (select sum(size) from engine.unfinished_parts where upload_id = $1)
        where id = $1
        returning received`,
      [upload.id],
    )
    const received = Number(all?.received)
    requireWithinSizeLimit(received, limit)
    return { received, replaced: replaced?.version }
  }

  async partsOf({ id }: UnfinishedUpload): Promise<Part[]> {
    const parts = await this.#app.database.run<PartRow>(
      { ...asEngine, readOnly: true },
      {
        text: `
          select version, place, size, md5, stored_at as "storedAt" from engine.unfinished_parts
          where upload_id = $1
          order by place`,
        values: [id],
      },
    )
    return parts.map((part) => ({ ...part, place: Number(part.place), size: Number(part.size) }))
  }

  /** The bytes of the parts in order. */
  async *read(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
    for (const { version } of parts) yield* await this.#app.files.store.read(version)
  }

  /**
   * Marks the upload as complete in the transaction that writes the file's row, and releases its parts. The upload's
   * row stays for its lifetime, for a client that did not receive the response.
   */
  async complete(tx: Transaction, { id, received, size }: UnfinishedUpload) {
    const completed = await tx.query(
      'update engine.unfinished_uploads set received = $3 where id = $1 and received = $2 returning id',
      [id, received, size],
    )
    if (completed.length === 0) throw this.#protocol.movedOn()
    await tx.query('delete from engine.unfinished_parts where upload_id = $1', [id])
  }

  /**
   * Ends the upload in the transaction that writes the file's row. Returns the versions of its parts, to be removed.
   * Throws `movedOn`.
   */
  async end(tx: Transaction, { id, received }: UnfinishedUpload): Promise<string[]> {
    const parts = await tx.query<{ version: string }>(
      'delete from engine.unfinished_parts where upload_id = $1 returning version',
      [id],
    )
    const ended = await tx.query(
      'delete from engine.unfinished_uploads where id = $1 and ($2::bigint is null or received = $2) returning id',
      [id, this.#protocol.isInOrder ? received : null],
    )
    if (ended.length === 0) throw this.#protocol.movedOn()
    return parts.map(({ version }) => version)
  }

  /** Ends the upload and removes its parts. Throws `movedOn`. */
  async abort(upload: UnfinishedUpload) {
    const parts = await this.#app.database.transaction(asEngine, (tx) => this.end(tx, upload))
    await removeFiles(this.#app, parts)
  }

  #found(row: Row | undefined): UnfinishedUpload {
    if (!row) throw this.#protocol.notFound()
    return { ...row, size: row.size === null ? null : Number(row.size), received: Number(row.received) }
  }
}

type Row = Omit<UnfinishedUpload, 'size' | 'received'> & { size: string | null; received: string }
type PartRow = Omit<Part, 'place' | 'size'> & { place: string; size: string }

/** Deletes expired uploads. Returns the versions of their parts, to be removed. */
export async function forgetExpiredUploads(database: Database): Promise<string[]> {
  const parts = await database.run<{ version: string }>(asEngine, {
    text: `
      with gone as (
        delete from engine.unfinished_uploads where created_at < $1 returning id
      )
      select version from engine.unfinished_parts
      where upload_id in (select id from gone)`,
    values: [new Date(Date.now() - LIFETIME_MS)],
  })
  return parts.map(({ version }) => version)
}
