import { parseStorageUrl, type S3Location } from './storage-url.ts'

/** Where backups are kept: in a folder of this machine, or below a folder of a bucket. */
export type BackupAddress = { folder: string; bucket?: S3Location }

export const BACKUP_ADDRESS =
  'a folder such as /mnt/backups, or an address such as s3://bucket/folder?endpoint=https://…&region=…'

/** A scheme has two letters at least: C: is a drive of Windows. */
const SCHEME = /^[a-z][a-z\d+.-]+:/i

/**
 * Reads a folder or `s3://bucket/folder?endpoint=https://…&region=…`. Returns undefined for any other address: taken as
 * a folder, its backups would stay on this machine and be unencrypted.
 */
export function parseBackupAddress(address: string): BackupAddress | undefined {
  if (!SCHEME.test(address)) return { folder: address }
  const bucket = parseStorageUrl(address.replace(/^(s3:\/\/[^/?#]*)[^?#]*/i, '$1'))
  return bucket && { bucket, folder: (URL.parse(address)?.pathname ?? '').replace(/^\/|\/$/g, '') }
}
