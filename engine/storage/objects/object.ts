import { z } from 'zod'
import type { Database, TransactionOptions } from '../../database/database.ts'
import type { ObjectPath } from '../http/path.ts'

/** A row of storage.objects. */
export type StoredObject = {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  version: string | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
  metadata: unknown
  user_metadata: unknown
}

/** With where its bucket keeps versions; what is found is no delete marker. */
export type FoundObject = StoredObject & { archived_at: Date | null; is_versioned: boolean }

export const objectColumns =
  'id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata'

/** Rows of files that are there, and not those of earlier versions or of deletions. */
export const isCurrent = 'archived_at is null and not is_delete_marker'

/** What `metadata` says of the file; application SQL may have written anything there. */
export type FileMetadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
  xRobotsTag?: string | undefined
}

const headerText = z.string().regex(/^[\x20-\x7e]*$/)

const storedMetadata = z.object({
  eTag: headerText.optional().catch(undefined),
  size: z.int().nonnegative().catch(0),
  mimetype: headerText.catch('application/octet-stream'),
  cacheControl: headerText.optional().catch(undefined),
  xRobotsTag: headerText.optional().catch(undefined),
})

/** Only what may stand in a header, whoever wrote it. */
export const metadataOf = ({ metadata }: Pick<StoredObject, 'metadata'>) => storedMetadata.parse(metadata ?? {})

/** The row, as far as it is visible in this transaction: of the current version, or of the one that is asked for. */
export async function findObject(
  database: Database,
  options: TransactionOptions,
  { bucketId, key, versionId }: ObjectPath & { versionId?: string | undefined },
): Promise<FoundObject | undefined> {
  const ofVersion = versionId === undefined ? isCurrent : 'version = $3 and not is_delete_marker'
  const [object] = await database.run<FoundObject>(
    { ...options, readOnly: true },
    {
      text: `select ${objectColumns}, archived_at, is_versioned
        from storage.objects where bucket_id = $1 and name = $2 and ${ofVersion}`,
      values: versionId === undefined ? [bucketId, key] : [bucketId, key, versionId],
    },
  )
  return object
}
