import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Database, Transaction } from '../../database/database.ts'
import type { StorageError } from '../errors.ts'
import type { Draft } from '../files/drafts.ts'
import { requireSize } from '../files/size-limit.ts'
import type { ObjectPath } from '../http/path.ts'
import { asEngine } from '../http/statements.ts'
import { type FileServices, removeFiles, takeBack } from '../rows/remove-files.ts'
import type { Particulars } from './particulars.ts'

/** An upload is good for so long, as on the hosted service. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

/** A protocol by which files come in parts. */
export type Protocol = {
  name: 'tus' | 's3'
  /** Whether each part follows the one before; else they come in any order, also at once, and again. */
  isInOrder: boolean
  /** Nobody has such an upload, or somebody else. */
  notThere(): StorageError
  /** Somebody else went on with the upload, or ended it, since it was read. */
  movedOn(): StorageError
}

/** Whose an upload is: nobody else goes on with it. Who has no subject is told apart by role. */
export type Uploader = {
  ownerId: string | null
  role: string
  /** By a signed address, which stands in for the row policies. */
  isSigned: boolean
}

type NewUpload = ObjectPath & {
  upsert: boolean
  particulars: Particulars
  /** The same in the client's own words, where it may ask for them again. */
  said: string | null
  /** In bytes; null while the client has not said it. */
  size: number | null
}

/** An upload that has begun. */
export type UnfinishedUpload = NewUpload & {
  id: string
  /** The bytes that are kept. Of an upload in order equal to `size` only when the file is in its place. */
  received: number
  createdAt: Date
}

export type Part = {
  version: string
  /** What the parts are sorted by: where the part begins, or its number. */
  place: number
  size: number
  md5: string
  storedAt: Date
}

const columns = `id, bucket_id as "bucketId", name as key, upsert, particulars, said, size, received,
  created_at as "createdAt"`

export const expiryOf = ({ createdAt }: UnfinishedUpload) => new Date(createdAt.getTime() + LIFETIME_MS)

type Services = FileServices & Pick<FastifyInstance, 'database' | 'files'>

/** The uploads of one protocol that are not complete yet, in the database: any process goes on with what another began. */
export class UnfinishedUploads {
  readonly #app: Services
  readonly #protocol: Protocol

  constructor(app: Services, protocol: Protocol) {
    this.#app = app
    this.#protocol = protocol
  }

  async begin({ ownerId, role, isSigned }: Uploader, upload: NewUpload): Promise<UnfinishedUpload> {
    const { bucketId, key, upsert, particulars, said, size } = upload
    const [row] = await this.#app.database.run<Row>(asEngine, {
      text: `
        insert into engine.unfinished_uploads
          (id, protocol, bucket_id, name, owner_id, role, is_signed, upsert, particulars, said, size)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        returning ${columns}`,
      values: [
        ...[randomUUID(), this.#protocol.name, bucketId, key, ownerId, role, isSigned, upsert],
        ...[JSON.stringify(particulars), said, size],
      ],
    })
    return this.#found(row)
  }

  /** Throws `notThere` also where it is somebody else's, or of another file. */
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

  /** Remembers the size that a client says late. */
  async setSize({ id }: UnfinishedUpload, size: number) {
    await this.#app.database.run(asEngine, {
      text: 'update engine.unfinished_uploads set size = $2 where id = $1',
      values: [id, size],
    })
  }

  /**
   * Stores a part and counts it, in this order, in the place of one that was there. Throws `tooLarge` where all parts
   * together are no file any more that the bucket takes: nobody fills the store with what can never be complete.
   */
  async keepPart(upload: UnfinishedUpload, place: number, { path, size, md5 }: Draft, limit: number) {
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
      await takeBack(this.#app, version, error)
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
    requireSize(received, limit)
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

  /** The bytes of parts, one behind the other. */
  async *read(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
    for (const { version } of parts) yield* await this.#app.files.store.read(version)
  }

  /**
   * In the transaction that writes the file's row: the upload is complete, and its parts are nobody's. Its row stays for
   * its lifetime, for who did not hear of it.
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
   * Ends the upload, in the transaction that writes the file's row. Returns the versions of its parts, which are nobody's
   * then. Throws `movedOn`.
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

  /** Ends the upload and removes what has come of it. Throws `movedOn`. */
  async giveUp(upload: UnfinishedUpload) {
    const parts = await this.#app.database.transaction(asEngine, (tx) => this.end(tx, upload))
    await removeFiles(this.#app, parts)
  }

  #found(row: Row | undefined): UnfinishedUpload {
    if (!row) throw this.#protocol.notThere()
    return { ...row, size: row.size === null ? null : Number(row.size), received: Number(row.received) }
  }
}

type Row = Omit<UnfinishedUpload, 'size' | 'received'> & { size: string | null; received: string }
type PartRow = Omit<Part, 'place' | 'size'> & { place: string; size: string }

/** Forgets uploads whose time is over. Returns the versions of their parts, which are nobody's now. */
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
