import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { basename, join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { s3Key, startS3Server } from '../../storage/testing/s3-server.ts'
import { enginePerFile, kill } from '../../testing/engine-per-file.ts'
import { loadKeys } from '../../tokens/key-file.ts'
import { createTokens } from '../../tokens/tokens.ts'
import { clientOptions, data } from '../rest/client.ts'
import { tusWire } from '../storage/tus-wire.ts'

const { home, dataDir, url, start } = await enginePerFile('files')
const filesDir = join(dataDir, 'files')

const keys = async () => createTokens(await loadKeys(join(dataDir, 'keys.json')))
const reels = async () => createClient(url, (await keys()).serviceRoleKey, clientOptions).storage.from('reels')

/** Every file below a folder, with its size. */
const filesIn = (folder: string): { name: string; size: number }[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => ({ name, size: statSync(join(parentPath, name)).size }))
    : []
const tempFiles = () => filesIn(join(filesDir, 'incoming'))
const quarantined = () => filesIn(join(filesDir, 'quarantine'))
/** The stored files, without the database's id and the quarantine. */
const stored = () => {
  const others = new Set(['database-id', ...quarantined().map(({ name }) => name)])
  return filesIn(filesDir).filter(({ name }) => !others.has(name))
}

const HALF = Buffer.alloc(2_500_000, 'half ')

/** Sends the first half of a file and then waits. */
function startUpload(path: string, key: string): ClientRequest {
  const upload = request(`${url}/storage/v1/object/reels/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/octet-stream',
      'content-length': 2 * HALF.length,
      'x-upsert': 'true',
    },
  })
  upload.on('error', () => undefined) // One of the two is about to go.
  upload.write(HALF)
  return upload
}

/** An upload whose first half is on the server's disk. */
async function halfAnUpload(path: string): Promise<ClientRequest> {
  const before = tempFiles().length
  const upload = startUpload(path, (await keys()).serviceRoleKey)
  const halves = () => tempFiles().filter(({ size }) => size === HALF.length)
  await expect.poll(halves, { timeout: 20_000 }).toHaveLength(before + 1)
  return upload
}

/** An old file without a row, as after a deletion by SQL. */
function fileWithoutRow(): string {
  const version = crypto.randomUUID()
  const folder = join(filesDir, version.slice(0, 2))
  const file = join(folder, version)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, 'left behind')
  utimesSync(file, 0, 0)
  return file
}

// Each test starts one or two servers, which takes time on a busy machine.

it('a killed server has what it acknowledged, and nothing of what was in the middle', async () => {
  const server = await start()
  const files = await reels()
  const content = Buffer.alloc(3_000_000, 'acknowledged ')
  data(await files.upload('acknowledged.bin', content))
  data(await files.upload('kept.bin', 'the whole old file'))
  await halfAnUpload('new.bin')
  await halfAnUpload('kept.bin')
  expect(tempFiles().map(({ size }) => size)).toEqual([HALF.length, HALF.length])
  await kill(server)
  expect(tempFiles()).toHaveLength(2)
  const orphan = fileWithoutRow()

  await start()
  expect(tempFiles()).toEqual([])
  await expect.poll(() => existsSync(orphan), { timeout: 20_000 }).toBe(false)
  expect(quarantined().map(({ name }) => name)).toEqual([basename(orphan)])
  expect(stored().map(({ size }) => size)).toEqual(expect.arrayContaining([content.length, 18]))
  expect(stored()).toHaveLength(2)
  expect(data(await files.list()).map(({ name }) => name)).toEqual(['acknowledged.bin', 'kept.bin'])
  expect((await files.download('new.bin')).error).toMatchObject({ message: 'Object not found' })
  expect(await data(await files.download('kept.bin')).text()).toBe('the whole old file')
  const back = Buffer.from(await data(await files.download('acknowledged.bin')).arrayBuffer())
  expect(back.equals(content)).toBe(true)
  data(await files.remove(['acknowledged.bin', 'kept.bin']))
  expect(stored()).toEqual([])
})

it('a file that is not restored is missed and not given up, until it is there again', async () => {
  const server = await start()
  const files = await reels()
  data(await files.upload('letter.txt', 'the only copy', { upsert: true }))
  const version = data(await files.info('letter.txt')).version
  const path = join(filesDir, version.slice(0, 2), version)
  await kill(server)
  renameSync(path, join(home, 'not-restored'))

  const later = await start()
  const missing = await files.download('letter.txt')
  expect(missing.error).toMatchObject({ message: 'The resource was not found' })
  expect(data(await files.list()).map(({ name }) => name)).toContain('letter.txt')
  const authorization = `Bearer ${(await keys()).serviceRoleKey}`
  const health = async () => (await fetch(`${url}/health`, { headers: { authorization } })).json()
  await expect.poll(health).toMatchObject({ files: 'missing', parts: { files: { missing: 1 } } })
  await kill(later)
  renameSync(join(home, 'not-restored'), path)

  await start()
  expect(await data(await files.download('letter.txt')).text()).toBe('the only copy')
  expect(existsSync(path)).toBe(true)
  data(await files.remove(['letter.txt']))
})

it('an upload that its caller gives up, or that is not allowed, leaves nothing', async () => {
  await start()
  const abandoned = await halfAnUpload('abandoned.bin')
  abandoned.destroy()
  await expect.poll(tempFiles).toEqual([])

  const { anonKey } = await keys()
  const refused = startUpload('refused.bin', anonKey)
  const [response] = await once(refused, 'response')
  expect(response.statusCode).toBe(400)
  expect(tempFiles()).toEqual([])
  refused.destroy()
  expect(stored()).toEqual([])
  expect(data(await (await reels()).list())).toEqual([])
})

const PART = 8 * 1024 * 1024

/** A resumable upload whose first part is stored when the server is killed; the rest goes to the restarted one. */
async function uploadAcrossKill(env: Record<string, string> = {}) {
  const server = await start(env)
  const tus = tusWire(`${url}/storage/v1`, { authorization: `Bearer ${(await keys()).serviceRoleKey}` })
  const content = Buffer.alloc(12_000_000, 'across a kill ')
  const metadata = { bucketName: 'reels', objectName: 'across.bin' }
  const address = (await tus.create(metadata, content.length)).headers.get('location') ?? ''
  await tus.begin(address, 0, content.subarray(0, -1))
  // The second part is on disk only after the first one was counted.
  await expect.poll(() => tempFiles().map(({ size }) => size), { timeout: 20_000 }).toEqual([content.length - 1 - PART])
  await kill(server)

  await start(env)
  expect(await tus.offsetOf(address)).toBe(PART)
  await tus.upload(content, metadata, { uploadUrl: address })
  const files = await reels()
  const back = Buffer.from(await data(await files.download('across.bin')).arrayBuffer())
  expect(back.equals(content)).toBe(true)
  data(await files.remove(['across.bin']))
}

it('a resumable upload goes on after the server was killed, and leaves nothing behind', async () => {
  await uploadAcrossKill()
  expect(stored()).toEqual([])
})

/** A download that is not read, on a connection of its own. */
async function readSlowly(address: string): Promise<ClientRequest> {
  const download = request(address, { agent: false }).end()
  await once(download, 'response')
  return download
}

it('files may be on S3, and slow readers of them keep nobody waiting', async () => {
  const s3 = await startS3Server(join(home, 's3'), 'acme')
  const env = { STORAGE_URL: `s3://acme?endpoint=${s3.endpoint}&region=eu-west-1`, ...s3Key }
  const remote = () => filesIn(join(home, 's3', 'acme')).filter(({ name }) => !name.startsWith('database-id'))
  try {
    await uploadAcrossKill(env)
    const files = await reels()
    const content = Buffer.alloc(6_000_000, 'far away ')
    data(await files.upload('remote.bin', content))
    expect(stored()).toEqual([])
    data(await files.move('remote.bin', 'moved.bin'))
    const back = Buffer.from(await data(await files.download('moved.bin')).arrayBuffer())
    expect(back.equals(content)).toBe(true)
    const { signedUrl } = data(await files.createSignedUrl('moved.bin', 60))
    const slow = await Promise.all(Array.from({ length: 51 }, () => readSlowly(signedUrl)))
    expect(await (await fetch(signedUrl, { headers: { range: 'bytes=0-7' } })).text()).toBe('far away')
    for (const reader of slow) reader.destroy()
    data(await files.remove(['moved.bin']))
    expect(remote()).toEqual([])
  } finally {
    await s3.stop()
  }
})
