import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diskStore } from './disk.ts'
import { FileMissing, type FileStore, type StoredFile } from './file-store.ts'
import { openFiles } from './open-files.ts'
import { s3Store } from './s3.ts'

/** What every store must do, whatever it keeps the files in. */
const home = await mkdtemp(join(tmpdir(), 'mainstreet-stores-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(home, 's3'),
  configureBuckets: [{ name: 'files', configs: [] }],
})
let onS3: FileStore
let endpoint: string
beforeAll(async () => {
  // What the server of the tests expects.
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  const { port } = await server.run()
  endpoint = `http://127.0.0.1:${port}`
  onS3 = s3Store({ bucket: 'files', region: 'us-east-1', endpoint })
})
afterAll(async () => {
  onS3.close()
  await server.close()
})
const onDisk = diskStore(join(home, 'disk'), home)

async function draft(content: Buffer | string) {
  const path = join(home, `draft-${randomUUID()}`)
  await writeFile(path, content)
  return path
}

describe.each([
  ['on disk', () => onDisk],
  ['on S3', () => onS3],
])('%s', (_name, store) => {
  async function put(content: Buffer | string) {
    const version = randomUUID()
    await store().put(version, await draft(content))
    return version
  }
  const read = async (...asked: Parameters<FileStore['read']>) => buffer(await store().read(...asked))

  it('gives back what it was given, and takes the draft away', async () => {
    const content = Buffer.alloc(6_000_000, 'not all the same ')
    const path = await draft(content)
    const version = randomUUID()
    await store().put(version, path)
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
    await store().copy(from, to)
    await store().remove([from])
    expect((await read(to)).toString()).toBe('the same')
  })

  it('removes, and passes over what is gone', async () => {
    const version = await put('short-lived')
    await store().remove([version, randomUUID()])
    await expect(read(version)).rejects.toBeInstanceOf(FileMissing)
  })

  it('says when a file is missing', async () => {
    await expect(read(randomUUID())).rejects.toBeInstanceOf(FileMissing)
    await expect(store().copy(randomUUID(), randomUUID())).rejects.toBeInstanceOf(FileMissing)
  })

  it.each(['../../etc/passwd', '', 'database-id', '/etc/passwd'])('never takes %j for a version', async (version) => {
    await expect(read(version)).rejects.toBeInstanceOf(FileMissing)
    await expect(store().put(version, await draft('x'))).rejects.toBeInstanceOf(FileMissing)
    await store().setOwner('ana')
    await store().remove([version])
    expect(await store().owner()).toBe('ana')
  })

  it('lists its files and since when they are there, and nothing else', async () => {
    const version = await put('listed')
    await store().setOwner('somebody')
    const listed: StoredFile[] = []
    for await (const file of store().list()) listed.push(file)
    const found = listed.find((file) => file.version === version)
    expect(Date.now() - Number(found?.storedAt)).toBeLessThan(60_000)
    expect(listed.every((file) => /^[\da-f-]{36}$/.test(file.version))).toBe(true)
  })

  it('remembers whose it is', async () => {
    await store().setOwner('ana')
    await store().setOwner('ben')
    expect(await store().owner()).toBe('ben')
  })
})

it('a bucket that is not there stops the start with one line', async () => {
  const storageUrl = { bucket: 'nowhere', region: 'us-east-1', endpoint }
  await expect(openFiles({ dataDir: join(home, 'data'), storageUrl })).rejects.toThrow(
    /^STORAGE_URL should name a bucket that answers: nowhere does not \(.+\)\.$/,
  )
})
