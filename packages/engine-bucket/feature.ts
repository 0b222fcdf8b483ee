import type { BackupBucketFeature, BucketFeature } from 'engine/feature'
import { bucketPlace } from './bucket-place.ts'
import { explainBucketError } from './explain-bucket-error.ts'
import { s3Store } from './s3-store.ts'

/** Files and backups in a bucket of any S3 server. */
export const feature: BucketFeature & BackupBucketFeature = {
  store: (location) => s3Store(location),
  explain: explainBucketError,
  place: (location, folder) => bucketPlace(location, folder),
}
