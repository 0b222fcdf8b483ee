import type { Database, Transaction } from '../../database/database.ts'
import { storageErrors } from '../errors.ts'
import type { ObjectPath } from '../http/path.ts'
import { asEngine } from '../http/statements.ts'
import type { Particulars } from '../objects/incoming-file.ts'
import { s3Refusals } from './refusals.ts'

/** Whose an upload is: nobody else goes on with it. Who has no subject is told apart by role. */
export type Uploader = { ownerId: string | null; role: string }

export type MultipartUpload = ObjectPath & { id: string; particulars: Particulars; createdAt: Date }

export type Part = { version: string; number: number; size: number; md5: string; storedAt: Date }

const columns = `id, bucket_id as "bucketId", name as key, particulars, created_at as "createdAt"`

export async function addUpload(
  database: Database,
  { ownerId, role }: Uploader,
  { bucketId, key, id, particulars }: Omit<MultipartUpload, 'createdAt'>,
) {
  await database.run(asEngine, {
    text: `insert into engine.multipart_uploads (id, bucket_id, name, owner_id, role, particulars)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [id, bucketId, key, ownerId, role, JSON.stringify(particulars)],
  })
}

/** Throws `noUpload` also where it is somebody else's, or of another file. */
export async function findUpload(
  database: Database,
  { ownerId, role }: Uploader,
  { bucketId, key, id }: ObjectPath & { id: string },
): Promise<MultipartUpload> {
  const [upload] = await database.run<MultipartUpload>(
    { ...asEngine, readOnly: true },
    {
      text: `select ${columns} from engine.multipart_uploads
        where id::text = $1 and bucket_id = $2 and name = $3 and owner_id is not distinct from $4 and role = $5`,
      values: [id, bucketId, key, ownerId, role],
    },
  )
  if (!upload) throw s3Refusals.noUpload()
  return upload
}

export const uploadsOf = (database: Database, { ownerId, role }: Uploader, bucketId: string) =>
  database.run<MultipartUpload>(
    { ...asEngine, readOnly: true },
    {
      text: `select ${columns} from engine.multipart_uploads
        where bucket_id = $1 and owner_id is not distinct from $2 and role = $3 order by name, created_at limit 1000`,
      values: [bucketId, ownerId, role],
    },
  )

/**
 * Counts a stored part, in the place of one of its number. Returns the version that it replaces. Throws `tooLarge` where
 * all parts together are no file any more that the bucket takes: nobody fills the store with what can never be complete.
 */
export async function putPart(
  database: Database,
  { id }: MultipartUpload,
  { version, number, size, md5 }: Omit<Part, 'storedAt'>,
  limit: number,
): Promise<string | undefined> {
  return database.transaction(asEngine, async (tx) => {
    const found = await tx.query('select from engine.multipart_uploads where id = $1 for update', [id])
    if (found.length === 0) throw s3Refusals.noUpload()
    const [replaced] = await tx.query<{ version: string }>(
      'delete from engine.multipart_parts where upload_id = $1 and number = $2 returning version',
      [id, number],
    )
    await tx.query(
      'insert into engine.multipart_parts (version, upload_id, number, size, md5) values ($1, $2, $3, $4, $5)',
      [version, id, number, size, md5],
    )
    const [all] = await tx.query<{ size: string }>(
      'select sum(size)::bigint as size from engine.multipart_parts where upload_id = $1',
      [id],
    )
    if (Number(all?.size) > limit) throw storageErrors.tooLarge()
    return replaced?.version
  })
}

export async function partsOf(database: Database, { id }: MultipartUpload): Promise<Part[]> {
  const parts = await database.run<Part & { size: string | number }>(
    { ...asEngine, readOnly: true },
    {
      text: `select version, number, size, md5, stored_at as "storedAt" from engine.multipart_parts
        where upload_id = $1 order by number`,
      values: [id],
    },
  )
  return parts.map((part) => ({ ...part, size: Number(part.size) }))
}

/** In the transaction that writes the file's row: from now on its parts are nobody's. */
export async function endUpload(tx: Transaction, { id }: MultipartUpload): Promise<string[]> {
  const parts = await tx.query<{ version: string }>(
    'delete from engine.multipart_parts where upload_id = $1 returning version',
    [id],
  )
  const ended = await tx.query('delete from engine.multipart_uploads where id = $1 returning id', [id])
  if (ended.length === 0) throw s3Refusals.noUpload()
  return parts.map(({ version }) => version)
}
