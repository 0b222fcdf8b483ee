import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, describe, expect, it } from 'vitest'
import { loadPackage } from '../../kernel/optional-package.ts'
import { s3Key, startS3Server } from '../testing/s3-server.ts'
import { type BucketFeature, bucketPackage } from './bucket-package.ts'
import { diskStore } from './disk-store.ts'
import { FileMissing, type FileStore, type StoredFile } from './file-store.ts'
import { openFiles } from './open-file-store.ts'
import type { QuarantinedFile } from './quarantine.ts'

/** Properties of every store, wherever it keeps the files. */
const home = await mkdtemp(join(tmpdir(), 'engine-stores-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const server = await startS3Server(join(home, 's3'), 'files')
const { endpoint } = server
Object.assign(process.env, s3Key)
const onS3: FileStore = (await loadPackage<BucketFeature>(bucketPackage('This test'))).store({
  bucket: 'files',
  region: 'us-east-1',
  endpoint,
})
afterAll(async () => {
  onS3.close()
  await server.stop()
})
const onDisk = diskStore(join(home, 'disk'), home)

/** Reads a file as an external reader with credentials of its own does. */
async function contentAt(address: string): Promise<string> {
  const { protocol, host, pathname } = new URL(address)
  if (protocol === 'file:') return readFile(new URL(address), 'utf8')
  const client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true })
  const { Body } = await client.send(new GetObjectCommand({ Bucket: host, Key: pathname.slice(1) }))
  return (await Body?.transformToString()) ?? ''
}

async function tempFile(content: Buffer | string) {
  const path = join(home, `temporary-${randomUUID()}`)
  await writeFile(path, content)
  return path
}

describe.each([
  ['on disk', onDisk],
  ['on S3', onS3],
])('%s', (_name, store) => {
  async function put(content: Buffer | string) {
    const version = randomUUID()
    await store.put(version, await tempFile(content))
    return version
  }
  const read = async (...asked: Parameters<FileStore['read']>) => buffer(await store.read(...asked))

  it('gives back what it was given, and removes the temporary file', async () => {
    const content = Buffer.alloc(6_000_000, 'not all the same ')
    const path = await tempFile(content)
    const version = randomUUID()
    await store.put(version, path)
    expect(existsSync(path)).toBe(false)
    expect((await read(version)).equals(content)).toBe(true)
  })

  it('keeps an empty file', async () => {
    expect(await read(await put(''))).toEqual(Buffer.alloc(0))
  })

  it('reads a part', async () => {
    expect((await read(await put('0123456789'), { start: 2, end: 4 })).toString()).toBe('234')
  })

  it('copies', async () => {
    const from = await put('the same')
    const to = randomUUID()
    await store.copy(from, to)
    await store.remove([from])
    expect((await read(to)).toString()).toBe('the same')
  })

  it('removes, and passes over what is gone', async () => {
    const version = await put('short-lived')
    await store.remove([version, randomUUID()])
    await expect(read(version)).rejects.toBeInstanceOf(FileMissing)
  })

  it('says whether a file is there', async () => {
    expect(await store.sizeOf(await put('here'))).toEqual(expect.any(Number))
    expect(await store.sizeOf(randomUUID())).toBe(undefined)
    expect(await store.sizeOf('../etc')).toBe(undefined)
  })

  it('sets files aside, brings them back and erases them', async () => {
    const [kept, gone] = [await put('kept'), await put('gone')]
    const aside = async () => {
      const found = new Map<string, QuarantinedFile>()
      for await (const file of store.quarantine.list()) found.set(file.version, file)
      return found
    }
    await store.quarantine.add([kept, gone, randomUUID()])
    await store.quarantine.add([kept])
    await expect(read(kept)).rejects.toBeInstanceOf(FileMissing)
    const waiting = await aside()
    expect([...waiting.keys()].sort()).toEqual([kept, gone].sort())
    const today = new Date().toISOString().slice(0, 10)
    for (const file of waiting.values()) expect(file.day).toBe(today)
    await store.quarantine.erase([...waiting.values()].filter(({ version }) => version === gone))
    for (const file of waiting.values()) await store.quarantine.bringBack(file)
    expect((await read(kept)).toString()).toBe('kept')
    await expect(read(gone)).rejects.toBeInstanceOf(FileMissing)
    expect(await aside()).toEqual(new Map())
  })

  it('says when a file is missing', async () => {
    await expect(read(randomUUID())).rejects.toBeInstanceOf(FileMissing)
    await expect(store.copy(randomUUID(), randomUUID())).rejects.toBeInstanceOf(FileMissing)
  })

  it.each(['../../etc/passwd', '', 'database-id', '/etc/passwd'])('never takes %j for a version', async (version) => {
    await expect(read(version)).rejects.toBeInstanceOf(FileMissing)
    await expect(store.put(version, await tempFile('x'))).rejects.toBeInstanceOf(FileMissing)
    await store.setOwner('ana')
    await store.remove([version])
    expect(await store.owner()).toBe('ana')
  })

  it('lists its files and since when they are there, and nothing else', async () => {
    const version = await put('listed')
    await store.setOwner('somebody')
    const listed: StoredFile[] = []
    for await (const file of store.list()) listed.push(file)
    const found = listed.find((file) => file.version === version)
    expect(Date.now() - Number(found?.storedAt)).toBeLessThan(60_000)
    expect(listed.every((file) => /^[\da-f-]{36}$/.test(file.version))).toBe(true)
  })

  it('keeps named files where their address says, and takes a folder away with all that is in it', async () => {
    const folder = `tables/${randomUUID()}`
    await store.named.write(`${folder}/a.json`, '{"a":1}')
    await store.named.write(`${folder}/deep/b.json`, '{}')
    expect(await contentAt(store.named.addressOf(`${folder}/a.json`))).toBe('{"a":1}')
    const listed: StoredFile[] = []
    for await (const file of store.list()) listed.push(file)
    expect(listed.some(({ version }) => version.includes('json'))).toBe(false)
    await store.named.remove(`${folder}/deep`)
    expect(await contentAt(store.named.addressOf(`${folder}/a.json`))).toBe('{"a":1}')
    await store.named.remove(folder)
    await store.named.remove(folder)
    await expect(contentAt(store.named.addressOf(`${folder}/a.json`))).rejects.toThrow()
  })

  it('remembers whose it is', async () => {
    await store.setOwner('ana')
    await store.setOwner('ben')
    expect(await store.owner()).toBe('ben')
  })
})

it('a bucket that is not there stops the start with one line', async () => {
  const storageUrl = { bucket: 'nowhere', region: 'us-east-1', endpoint }
  await expect(openFiles({ dataDir: join(home, 'data'), storageUrl, databaseUrl: undefined })).rejects.toThrow(
    'STORAGE_URL should name a bucket that answers: there is no bucket nowhere; make it first.',
  )
})
