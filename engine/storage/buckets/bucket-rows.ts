import type { Database, TransactionOptions } from '../../database/database.ts'
import { storageErrors } from '../errors.ts'
import { asEngine } from '../http/caller-settings.ts'

/** A row of storage.buckets. */
export type Bucket = {
  id: string
  name: string
  owner: string | null
  public: boolean
  type: string
  /** A text, because it may exceed the range of a JavaScript number. */
  file_size_limit: string | null
  allowed_mime_types: string[] | null
  created_at: Date
  updated_at: Date
}

export const bucketColumns =
  'id, name, owner, public, type::text, file_size_limit, allowed_mime_types, created_at, updated_at'

/** The bucket, regardless of the caller: working with files needs no policy on buckets. Throws `noBucket`. */
export const requireBucket = (database: Database, id: string) => findBucket(database, asEngine, id)

/** The bucket. Throws `noBucket` where it does not exist or the caller may not see it. */
export async function findBucket(database: Database, options: TransactionOptions, id: string): Promise<Bucket> {
  const [bucket] = await database.run<Bucket>(options, {
    text: `select ${bucketColumns} from storage.buckets where id = $1`,
    values: [id],
  })
  if (!bucket) throw storageErrors.noBucket()
  return bucket
}

/** The bucket as the API returns it. */
export const bucketJson = ({ type: _, ...bucket }: Bucket) => ({
  ...bucket,
  owner: bucket.owner ?? '',
  file_size_limit: bucket.file_size_limit === null ? null : Number(bucket.file_size_limit),
})

/** The allowed media types; undefined for any. */
export const allowedTypesOf = ({
  allowed_mime_types,
}: Pick<Bucket, 'allowed_mime_types'>): readonly string[] | undefined =>
  allowed_mime_types?.length ? allowed_mime_types : undefined
