import { resolve } from 'node:path'
import { BACKUP_ADDRESS, parseBackupAddress } from '../../kernel/config/backup-address.ts'
import { ConfigError } from '../../kernel/config/environment-variables.ts'
import type { S3Location } from '../../kernel/config/storage-url.ts'
import { loadPackage } from '../../kernel/optional-package.ts'
import { bucketPackage } from '../../storage/files/bucket-package.ts'
import type { BackupPlace } from './backup-place.ts'
import { folderPlace } from './folder-place.ts'

/** What the package's `feature` has for backups: a place below a folder of the bucket. */
export type BackupBucketFeature = { place(location: S3Location, folder: string): BackupPlace }

/** Opens a folder or a bucket: `s3://bucket/folder?endpoint=https://…&region=…`. Throws `ConfigError`. */
export async function openPlace(address: string): Promise<BackupPlace> {
  const where = parseBackupAddress(address)
  if (!where) throw new ConfigError(`The place of backups should be ${BACKUP_ADDRESS}.`)
  const { folder, bucket } = where
  if (!bucket) return folderPlace(resolve(folder))
  const buckets = await loadPackage<BackupBucketFeature>(bucketPackage('The address of the backups'))
  return buckets.place(bucket, folder)
}
