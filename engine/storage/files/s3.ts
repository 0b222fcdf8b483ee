import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { FileMissing, type FileStore, OWNER_FILE, placeOf } from './file-store.ts'
import { type Patience, patient } from './patience.ts'
import { placeInQuarantine, QUARANTINE, setAsideOf, today } from './quarantine.ts'
import type { S3Location } from './storage-url.ts'
import { isVersion } from './version.ts'

/** A download holds its connection for as long as the reader takes: with the library's 50, fifty slow ones stop all others. */
const asManyAsNeeded = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
const CONNECT_MS = 5_000
const usual: Patience = { silentMs: 30_000, copyMs: 120_000 }

/** S3 takes so many names in one request to delete. */
const MOST_AT_ONCE = 1000

/**
 * Files in a bucket of any S3 server; the credentials are the environment's, as every AWS tool finds them. A file goes
 * there in one request and only once it is complete, so that S3 itself keeps it whole or not at all.
 */
export function s3Store({ bucket, region, endpoint }: S3Location, patience = usual): FileStore {
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Servers other than Amazon's may not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { httpAgent: asManyAsNeeded, httpsAgent: asManyAsNeeded, connectionTimeout: CONNECT_MS },
  })
  patient(client, patience)
  const at = (version: string) => ({ Bucket: bucket, Key: placeOf(version) })
  const missing = (version: string) => (cause: unknown) => {
    throw isMissing(cause) ? new FileMissing(version, { cause }) : cause
  }

  /** Passes over what is gone already. */
  async function moveKey(from: string, to: string) {
    try {
      await client.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}` }))
    } catch (error) {
      if (isMissing(error)) return
      throw error
    }
    await removeKeys([from])
  }

  async function* keysBelow(prefix: string) {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
      for (const { Key } of Contents) if (Key !== undefined) yield Key
    }
  }

  async function removeKeys(keys: readonly string[]) {
    for (let done = 0; done < keys.length; done += MOST_AT_ONCE) {
      const Objects = keys.slice(done, done + MOST_AT_ONCE).map((Key) => ({ Key }))
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
      )
      const [error] = Errors
      if (error) throw new Error(`S3 did not delete ${error.Key}: ${error.Message}`)
    }
  }

  return {
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },

    async put(version, path) {
      const { size } = await stat(path)
      const body = createReadStream(path)
      await client.send(new PutObjectCommand({ ...at(version), Body: body, ContentLength: size }))
      await rm(path)
    },

    async read(version, range) {
      const asked = range && { Range: `bytes=${range.start}-${range.end}` }
      const { Body } = await client.send(new GetObjectCommand({ ...at(version), ...asked })).catch(missing(version))
      if (!(Body instanceof Readable)) throw new FileMissing(version)
      return Body
    },

    async copy(from, to) {
      const { Key } = at(from)
      await client.send(new CopyObjectCommand({ ...at(to), CopySource: `${bucket}/${Key}` })).catch(missing(from))
    },

    remove: (versions) => removeKeys(versions.filter(isVersion).map(placeOf)),

    async has(version) {
      if (!isVersion(version)) return false
      try {
        await client.send(new HeadObjectCommand(at(version)))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },

    quarantine: {
      async add(versions) {
        const day = today()
        for (const version of versions.filter(isVersion)) {
          await moveKey(placeOf(version), placeInQuarantine({ version, day }))
        }
      },
      async *list() {
        for await (const key of keysBelow(`${QUARANTINE}/`)) {
          const [, day = '', version = ''] = key.split('/')
          const file = setAsideOf(day, version)
          if (file) yield file
        }
      },
      bringBack: (file) => moveKey(placeInQuarantine(file), placeOf(file.version)),
      erase: (files) => removeKeys(files.map(placeInQuarantine)),
    },

    named: {
      addressOf: (name) => `s3://${bucket}/${name}`,
      async write(name, content) {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: name, Body: content }))
      },
      async remove(name) {
        const keys = [name]
        for await (const key of keysBelow(`${name}/`)) keys.push(key)
        await removeKeys(keys)
      },
    },

    async *list() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
        for (const { Key, LastModified } of Contents) {
          const version = Key?.slice(Key.indexOf('/') + 1) ?? ''
          if (isVersion(version) && LastModified) yield { version, storedAt: LastModified }
        }
      }
    },

    async owner() {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: OWNER_FILE }))
        return await Body?.transformToString()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async setOwner(id) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: OWNER_FILE, Body: id }))
    },

    close: () => client.destroy(),
  }
}

const isMissing = (error: unknown) =>
  error instanceof NoSuchKey || (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404)
