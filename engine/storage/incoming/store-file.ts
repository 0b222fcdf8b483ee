import { randomUUID } from 'node:crypto'
import type { Database, Statement, Transaction, TransactionOptions } from '../../database/database.ts'
import type { ObjectPath } from '../http/object-path.ts'
import { lockObject, withEngineRole } from '../rows/lock-object.ts'
import type { FileMetadata } from '../rows/object-rows.ts'
import { type FileServices, removeFiles, removeRejectedFile } from '../rows/remove-files.ts'

export type NewObject = ObjectPath & {
  owner: string | null
  ownerId: string | null
  metadata: FileMetadata | { mimetype?: string; contentLength?: number }
  userMetadata: object
}

/**
 * The statement that inserts or replaces the row. It has no RETURNING, which would need a select policy: an upload only
 * needs one for insert (docs/wire/storage.md#which-policies-an-operation-needs).
 */
export function writeObject(object: NewObject, version: string, upsert: boolean): Statement {
  const { bucketId, key, owner, ownerId, metadata, userMetadata } = object
  return {
    text: `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      values ($1, $2, $3, $4, $5, $6, $7)${
        upsert
          ? ` on conflict (bucket_id, name) do update set
            owner = coalesce(excluded.owner, objects.owner), owner_id = coalesce(excluded.owner_id, objects.owner_id),
            version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata`
          : ''
      }`,
    values: [bucketId, key, owner, ownerId, version, JSON.stringify(metadata), JSON.stringify(userMetadata)],
  }
}

type Services = FileServices & { database: Database }

type StoreFileOptions = {
  upsert: boolean
  put(version: string): Promise<void>
  /** Work of the engine in the same transaction, committed or rolled back with the row. */
  also?: ((tx: Transaction) => Promise<void>) | undefined
}

/**
 * Stores a file under a new version and then writes its row, so that no row ever names a missing file. The row is
 * written as the caller, whose permission may have ended during the upload. Returns the row's id.
 */
export async function storeFile(
  app: Services,
  options: TransactionOptions,
  object: NewObject,
  { upsert, put, also }: StoreFileOptions,
): Promise<string> {
  const version = randomUUID()
  await put(version)
  const { id, replaced } = await app.database
    .transaction(options, async (tx) => {
      const before = await withEngineRole(tx, options, () => lockObject(tx, object))
      const { text, values } = writeObject(object, version, upsert)
      await tx.query(text, values)
      const after = await withEngineRole(tx, options, async () => {
        await also?.(tx)
        return lockObject(tx, object)
      })
      return { id: after?.id ?? '', replaced: before?.version }
    })
    .catch(async (error) => {
      await removeRejectedFile(app, version, error)
      throw error
    })
  if (replaced) await removeFiles(app, [replaced])
  return id
}
