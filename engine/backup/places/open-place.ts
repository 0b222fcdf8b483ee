import { resolve } from 'node:path'
import { ConfigError } from '../../kernel/config/environment-variables.ts'
import { parseStorageUrl } from '../../kernel/config/storage-url.ts'
import type { BackupPlace } from './backup-place.ts'
import { folderPlace } from './folder-place.ts'

/** Opens a folder or a bucket: `s3://bucket/folder?endpoint=https://…&region=…`. Throws `ConfigError`. */
export async function openPlace(address: string): Promise<BackupPlace> {
  if (!address.startsWith('s3:')) {
    return folderPlace(resolve(address))
  }
  const { pathname = '' } = URL.parse(address) ?? {}
  const bucket = parseStorageUrl(address.replace(/^(s3:\/\/[^/?#]*)[^?#]*/, '$1'))
  if (!bucket)
    throw new ConfigError('BACKUP_URL should be a folder, or as s3://bucket/folder?endpoint=https://…&region=….')
  // A large library, loaded only where a bucket is used.
  const { bucketPlace } = await import('./bucket-place.ts')
  return bucketPlace(bucket, pathname.replace(/^\/|\/$/g, ''))
}
