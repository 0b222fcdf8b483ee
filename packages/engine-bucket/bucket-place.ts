import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { S3Location } from 'engine/feature'
import { ARCHIVES, type BackupPlace, LEFTOVER_AGE_MS, type StoredArchive } from 'engine/feature'
import { s3Client } from './s3-client.ts'
import type { S3Timeouts } from './s3-timeouts.ts'

/** The part size of multipart uploads: S3 accepts at most ten thousand parts, so archives may have up to 160 GB. */
const PART_BYTES = 16 * 1024 * 1024

/** Time limits of S3 requests for backups: a part is sent in one request, which takes minutes on a slow connection. */
const defaultTimeouts: S3Timeouts = { silentMs: 5 * 60_000, copyMs: 5 * 60_000 }

/** A backup destination below `folder` in a bucket of any S3 server; the credentials come from the environment. */
export function bucketPlace(
  { bucket, ...server }: S3Location,
  folder: string,
  patience = defaultTimeouts,
): BackupPlace {
  const client = s3Client(server, patience)
  const prefix = folder === '' ? '' : `${folder}/`
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` })
  /** Removes the parts of abandoned multipart uploads: they are hidden from listings, but cost money. */
  async function abortLeftBehind() {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }))
    for (const { Key = '', UploadId, Initiated } of Uploads) {
      const name = Key.slice(prefix.length)
      const isOurs = ARCHIVES.test(name) && !name.includes('/')
      if (!isOurs || !Initiated || Date.now() - Initiated.getTime() < LEFTOVER_AGE_MS) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
    }
  }

  return {
    address: `s3://${bucket}/${folder}`,
    isElsewhere: true,

    async write(name, archive) {
      // Some S3 servers cannot list multipart uploads; that must not fail the backup.
      await abortLeftBehind().catch(() => undefined)
      // A failed multipart upload is aborted together with its parts.
      const params = { ...at(name), Body: archive }
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 }).done()
      const { ContentLength = 0 } = await client.send(new HeadObjectCommand(at(name)))
      return ContentLength
    },

    async read(name) {
      const { Body } = await client.send(new GetObjectCommand(at(name)))
      if (!(Body instanceof Readable)) throw new Error(`There is no ${name} in ${bucket}.`)
      return Body
    },

    async list(wanted) {
      const kept: StoredArchive[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key = '', Size = 0 } of Contents) {
          const name = Key.slice(prefix.length)
          // Some S3 servers list uploads that have only begun, with size 0.
          if (Size > 0 && !name.includes('/') && wanted.test(name)) kept.push({ name, bytes: Size })
        }
      }
      return kept
    },

    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)))
    },
  }
}
