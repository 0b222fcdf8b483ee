import type { Database, Transaction } from '../../database/database.ts'
import { asEngine } from '../http/statements.ts'
import { uploadErrors } from './errors.ts'

/** An upload's address is good for so long, as on the hosted service. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

/** An upload that has begun. It stays for its lifetime after its file is complete, for who did not hear of it. */
export type OpenUpload = {
  id: string
  bucketId: string
  key: string
  ownerId: string | null
  upsert: boolean
  metadata: string
  /** In bytes; null while the client has not said it. */
  size: number | null
  /** The bytes that are kept: where the client goes on. Equal to `size` only when the file is in its place. */
  received: number
  createdAt: Date
}

type NewUpload = Pick<OpenUpload, 'id' | 'bucketId' | 'key' | 'ownerId' | 'upsert' | 'metadata' | 'size'> & {
  isSigned: boolean
  role: string
}

const columns = `id, bucket_id as "bucketId", name as key, owner_id as "ownerId", upsert, metadata, size, received,
  created_at as "createdAt"`

export const expiryOf = ({ createdAt }: OpenUpload) => new Date(createdAt.getTime() + LIFETIME_MS)

export async function addUpload(database: Database, upload: NewUpload): Promise<OpenUpload> {
  const { id, bucketId, key, ownerId, role, isSigned, upsert, metadata, size } = upload
  const [row] = await database.run<Row>(asEngine, {
    text: `insert into engine.uploads (id, bucket_id, name, owner_id, role, is_signed, upsert, metadata, size)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
    values: [id, bucketId, key, ownerId, role, isSigned, upsert, metadata, size],
  })
  return found(row)
}

/** Throws `noUpload` also where it is somebody else's, and `expired`. */
export async function findUpload(
  database: Database,
  { id, ownerId, role, isSigned }: Pick<NewUpload, 'id' | 'ownerId' | 'role' | 'isSigned'>,
): Promise<OpenUpload> {
  const [row] = await database.run<Row>(
    { ...asEngine, readOnly: true },
    {
      text: `select ${columns} from engine.uploads
        where id = $1 and owner_id is not distinct from $2 and role = $3 and is_signed = $4`,
      values: [id, ownerId, role, isSigned],
    },
  )
  const upload = found(row)
  if (expiryOf(upload) < new Date()) throw uploadErrors.expired()
  return upload
}

/** Remembers the size that a client says late. */
export async function setSize(database: Database, { id }: OpenUpload, size: number) {
  await database.run(asEngine, { text: 'update engine.uploads set size = $2 where id = $1', values: [id, size] })
}

/** Counts a stored part, unless somebody else has gone on from the same place: then it throws `otherOffset`. */
export async function addPart(database: Database, { id, received }: OpenUpload, version: string, size: number) {
  const counted = await database.run(asEngine, {
    text: `with counted as (
        update engine.uploads set received = received + $3 where id = $1 and received = $2 returning id
      )
      insert into engine.upload_parts (version, upload_id, start) select $4, id, $2 from counted returning version`,
    values: [id, received, size, version],
  })
  if (counted.length === 0) throw uploadErrors.otherOffset()
}

/** The versions of the parts, in order. */
export async function partsOf(database: Database, { id }: OpenUpload): Promise<string[]> {
  const parts = await database.run<{ version: string }>(asEngine, {
    text: 'select version from engine.upload_parts where upload_id = $1 order by start',
    values: [id],
  })
  return parts.map(({ version }) => version)
}

/** In the transaction that writes the file's row: from now on the upload is complete, and its parts are nobody's. */
export async function completeUpload(tx: Transaction, { id, received, size }: OpenUpload) {
  const completed = await tx.query(
    'update engine.uploads set received = $3 where id = $1 and received = $2 returning id',
    [id, received, size],
  )
  if (completed.length === 0) throw uploadErrors.otherOffset()
  await tx.query('delete from engine.upload_parts where upload_id = $1', [id])
}

/** Unless somebody has gone on with it meanwhile. Returns the versions of its parts, which are nobody's now. */
export async function removeUpload(database: Database, { id, received }: OpenUpload): Promise<string[]> {
  const parts = await database.run<{ version: string }>(asEngine, {
    text: `with gone as (delete from engine.uploads where id = $1 and received = $2 returning id)
      select version from engine.upload_parts where upload_id in (select id from gone)`,
    values: [id, received],
  })
  return parts.map(({ version }) => version)
}

/** Forgets uploads whose time is over, of both kinds. Returns the versions of their parts, which are nobody's now. */
export async function forgetExpiredUploads(database: Database): Promise<string[]> {
  const values = [new Date(Date.now() - LIFETIME_MS)]
  const parts: { version: string }[] = []
  for (const kind of ['upload', 'multipart']) {
    const uploads = kind === 'upload' ? 'uploads' : 'multipart_uploads'
    const text = `with gone as (delete from engine.${uploads} where created_at < $1 returning id)
      select version from engine.${kind}_parts where upload_id in (select id from gone)`
    parts.push(...(await database.run<{ version: string }>(asEngine, { text, values })))
  }
  return parts.map(({ version }) => version)
}

type Row = Omit<OpenUpload, 'size' | 'received'> & { size: string | null; received: string }

function found(row: Row | undefined): OpenUpload {
  if (!row) throw uploadErrors.noUpload()
  return { ...row, size: row.size === null ? null : Number(row.size), received: Number(row.received) }
}
