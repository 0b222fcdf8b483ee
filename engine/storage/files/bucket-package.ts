import type { S3Location } from '../../kernel/config/storage-url.ts'
import type { OptionalPackage } from '../../kernel/optional-package.ts'
import type { FileStore } from './file-store.ts'

/** What the package's `feature` has for files. */
export type BucketFeature = {
  store(location: S3Location): FileStore
  /** Explains why a bucket is not accessible, and what the operator can do. */
  explain(thrown: unknown, bucket: string): string
}

/** The package that keeps files and backups in a bucket of an S3 server; `requiredBy` is the setting that names one. */
export const bucketPackage = (requiredBy: string): OptionalPackage => ({
  name: 'engine-bucket',
  provides: 'a bucket',
  requiredBy,
})
