import { resolve } from 'node:path'
import { ConfigError } from '../../kernel/config/environment-variables.ts'
import { parseStorageUrl, type S3Location } from '../../kernel/config/storage-url.ts'
import { loadPackage } from '../../kernel/optional-package.ts'
import { bucketPackage } from '../../storage/files/bucket-package.ts'
import type { BackupPlace } from './backup-place.ts'
import { folderPlace } from './folder-place.ts'

/** What the package's `feature` has for backups: a place below a folder of the bucket. */
export type BackupBucketFeature = { place(location: S3Location, folder: string): BackupPlace }

/** Opens a folder or a bucket: `s3://bucket/folder?endpoint=https://…&region=…`. Throws `ConfigError`. */
export async function openPlace(address: string): Promise<BackupPlace> {
  if (!address.startsWith('s3:')) {
    return folderPlace(resolve(address))
  }
  const { pathname = '' } = URL.parse(address) ?? {}
  const bucket = parseStorageUrl(address.replace(/^(s3:\/\/[^/?#]*)[^?#]*/, '$1'))
  if (!bucket)
    throw new ConfigError('BACKUP_URL should be a folder, or as s3://bucket/folder?endpoint=https://…&region=….')
  const buckets = await loadPackage<BackupBucketFeature>(bucketPackage('The address of the backups'))
  return buckets.place(bucket, pathname.replace(/^\/|\/$/g, ''))
}
