import { z } from 'zod'
import type { Database, TransactionOptions } from '../../database/database.ts'
import type { ObjectPath } from '../http/object-path.ts'

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

export const objectColumns =
  'id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata'

/** The `metadata` of a row, which application SQL may have written. */
export type FileMetadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
  xRobotsTag?: string | undefined
  /** Whether the project itself brought the file (`objects_path`), so that its scripts may run. */
  isOfProject?: true | undefined
}

const headerText = z.string().regex(/^[\x20-\x7e]*$/)

const storedMetadata = z.object({
  eTag: headerText.optional().catch(undefined),
  size: z.int().nonnegative().catch(0),
  mimetype: headerText.catch('application/octet-stream'),
  cacheControl: headerText.optional().catch(undefined),
  xRobotsTag: headerText.optional().catch(undefined),
  isOfProject: z.literal(true).optional().catch(undefined),
})

/** The metadata reduced to values that are valid in headers. */
export const metadataOf = ({ metadata }: Pick<StoredObject, 'metadata'>) => storedMetadata.parse(metadata ?? {})

/** The row, if it is visible in this transaction. */
export async function findObject(
  database: Database,
  options: TransactionOptions,
  { bucketId, key }: ObjectPath,
): Promise<StoredObject | undefined> {
  const [object] = await database.run<StoredObject>(
    { ...options, readOnly: true },
    {
      text: `select ${objectColumns} from storage.objects where bucket_id = $1 and name = $2`,
      values: [bucketId, key],
    },
  )
  return object
}
