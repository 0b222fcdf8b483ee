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
import type { S3Location } from '../../kernel/config/storage-url.ts'
import type { Patience } from '../../storage/files/patience.ts'
import { s3Client } from '../../storage/files/s3-client.ts'
import { ARCHIVES, type Kept, type Place } from './place.ts'

/** Ten thousand parts are the most that S3 takes: archives of up to 160 GB. */
const PART_BYTES = 16 * 1024 * 1024

/** Whoever began it has been killed. */
const LEFT_BEHIND_MS = 12 * 60 * 60_000

/** A part goes there in one piece, which takes minutes where the line is slow. */
const usual: Patience = { silentMs: 5 * 60_000, copyMs: 5 * 60_000 }

/** Below `folder` in a bucket of any S3 server; the credentials are the environment's. */
export function bucketPlace({ bucket, ...server }: S3Location, folder: string, patience = usual): Place {
  const client = s3Client(server, patience)
  const prefix = folder === '' ? '' : `${folder}/`
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` })
  /** Nobody sees the parts of an archive that never became whole, and they are paid for. */
  async function abortLeftBehind() {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }))
    for (const { Key = '', UploadId, Initiated } of Uploads) {
      const isOurs = ARCHIVES.test(Key) && !Key.slice(prefix.length).includes('/')
      if (!isOurs || !Initiated || Date.now() - Initiated.getTime() < LEFT_BEHIND_MS) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
    }
  }

  return {
    address: `s3://${bucket}/${folder}`,
    isElsewhere: true,

    async write(name, archive) {
      // Some servers name none, and the archive is worth more.
      await abortLeftBehind().catch(() => undefined)
      // What fails on the way is given up, parts and all.
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
      const kept: Kept[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key = '', Size = 0 } of Contents) {
          const name = Key.slice(prefix.length)
          // Some servers show what has only begun to come.
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
