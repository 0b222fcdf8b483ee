import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { S3Location } from 'engine/feature'
import {
  FileMissing,
  type FileStore,
  isVersion,
  mapLimit,
  OWNER_FILE,
  parseQuarantined,
  pathOfVersion,
  placeInQuarantine,
  QUARANTINE,
  type Quarantine,
  today,
} from 'engine/feature'
import { s3Client } from './s3-client.ts'
import type { S3Timeouts } from './s3-timeouts.ts'

const defaultTimeouts: S3Timeouts = { silentMs: 30_000, copyMs: 120_000 }

/** A key that no object has; deleting it tells whether the server lets these keys delete. */
const NO_OBJECT = 'deletion-check'

/**
 * Files in a bucket of any S3 server; the credentials come from the environment, as for every AWS tool. A file is sent
 * in a single request once it is complete, so that S3 itself stores it completely or not at all.
 */
export function s3Store({ bucket, region, endpoint }: S3Location, patience = defaultTimeouts): FileStore {
  const client = s3Client({ region, endpoint }, patience)
  const keys = new Keys(client, bucket)
  let isDeletionChecked = false
  return {
    ...versionsAmong(keys),
    quarantine: quarantineAmong(keys),
    owner: () => keys.text(OWNER_FILE),
    setOwner: (id) => keys.write(OWNER_FILE, id),
    named: {
      addressOf: (name) => `s3://${bucket}/${name}`,
      write: (name, content) => keys.write(name, content),
      async remove(name) {
        const below = [name]
        for await (const { key } of keys.below(`${name}/`)) below.push(key)
        await keys.remove(below)
      },
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
      // Once is enough: in a bucket with versions each deletion leaves a marker.
      if (isDeletionChecked) return
      await keys.remove([NO_OBJECT]).catch((cause: Error) => {
        throw new Error(`a deletion is refused: ${cause.message}`, { cause })
      })
      isDeletionChecked = true
    },
    close: () => client.destroy(),
  }
}

/** The objects of the bucket, by key. */
class Keys {
  readonly client: S3Client
  readonly #bucket: string

  constructor(client: S3Client, bucket: string) {
    this.client = client
    this.#bucket = bucket
  }

  at(key: string) {
    return { Bucket: this.#bucket, Key: key }
  }

  async *below(prefix?: string): AsyncGenerator<{ key: string; storedAt: Date | undefined }> {
    const asked = { Bucket: this.#bucket, Prefix: prefix }
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.client }, asked)) {
      for (const { Key, LastModified } of Contents) if (Key !== undefined) yield { key: Key, storedAt: LastModified }
    }
  }

  async write(key: string, content: string) {
    await this.client.send(new PutObjectCommand({ ...this.at(key), Body: content }))
  }

  /** The content of a small object as text; undefined if it does not exist. */
  async text(key: string): Promise<string | undefined> {
    try {
      const { Body } = await this.client.send(new GetObjectCommand(this.at(key)))
      return await Body?.transformToString()
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async copy(from: string, to: string) {
    await this.client.send(new CopyObjectCommand({ ...this.at(to), CopySource: `${this.#bucket}/${from}` }))
  }

  /** Moves an object; a missing one is ignored. */
  async move(from: string, to: string) {
    try {
      await this.copy(from, to)
    } catch (error) {
      if (isMissing(error)) return
      throw error
    }
    await this.remove([from])
  }

  /**
   * Deletes objects; missing ones are ignored. Each has a request of its own, since many S3 servers refuse DeleteObjects
   * with the checksums that the library sends, or at all.
   */
  async remove(keys: readonly string[]) {
    await mapLimit(keys, async (key) => {
      try {
        await this.client.send(new DeleteObjectCommand(this.at(key)))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    })
  }
}

type Versions = Pick<FileStore, 'put' | 'read' | 'copy' | 'sizeOf' | 'remove' | 'list'>

function versionsAmong(keys: Keys): Versions {
  const { client } = keys
  const at = (version: string) => keys.at(pathOfVersion(version))
  const missing = (version: string) => (cause: unknown) => {
    throw isMissing(cause) ? new FileMissing(version, { cause }) : cause
  }

  return {
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

    copy: async (from, to) => keys.copy(pathOfVersion(from), pathOfVersion(to)).catch(missing(from)),

    remove: (versions) => keys.remove(versions.filter(isVersion).map(pathOfVersion)),

    async sizeOf(version) {
      if (!isVersion(version)) return undefined
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand(at(version)))
        return ContentLength
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async *list() {
      for await (const { key, storedAt } of keys.below()) {
        const version = key.slice(key.indexOf('/') + 1)
        if (isVersion(version) && storedAt) yield { version, storedAt }
      }
    },
  }
}

const quarantineAmong = (keys: Keys): Quarantine => ({
  async add(versions) {
    const day = today()
    for (const version of versions.filter(isVersion)) {
      await keys.move(pathOfVersion(version), placeInQuarantine({ version, day }))
    }
  },
  async *list() {
    for await (const { key } of keys.below(`${QUARANTINE}/`)) {
      const [, day = '', version = ''] = key.split('/')
      const file = parseQuarantined(day, version)
      if (file) yield file
    }
  },
  async read(setAside) {
    const asked = keys.at(placeInQuarantine(setAside))
    const found = await keys.client.send(new GetObjectCommand(asked)).catch((cause: unknown) => {
      throw isMissing(cause) ? new FileMissing(setAside.version, { cause }) : cause
    })
    if (!(found.Body instanceof Readable)) throw new FileMissing(setAside.version)
    return { size: found.ContentLength ?? 0, stream: found.Body }
  },
  bringBack: (file) => keys.move(placeInQuarantine(file), pathOfVersion(file.version)),
  erase: (files) => keys.remove(files.map(placeInQuarantine)),
})

const isMissing = (error: unknown) =>
  error instanceof NoSuchKey || (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404)
