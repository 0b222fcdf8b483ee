import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable, toStorageError } from 'engine/feature'
import { s3Key } from 'engine/testing/features'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { s3Store } from './s3-store.ts'

Object.assign(process.env, s3Key)
const version = randomUUID()
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'engine-patience-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** A server that accepts every connection and then behaves as the test says. */
async function listening(accepted: (socket: Socket) => void = () => undefined, silentMs = 300) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    accepted(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const store = s3Store(
    { bucket: 'files', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` },
    { silentMs, copyMs: 300 },
  )
  afterAll(() => {
    store.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return store
}

async function tempFile(size: number) {
  const path = join(home, randomUUID())
  await writeFile(path, Buffer.alloc(size))
  return path
}

describe('an S3 server that says nothing is given up', async () => {
  const store = await listening()
  it.each([
    ['an upload', async () => store.put(version, await tempFile(100))],
    ['a large upload', async () => store.put(version, await tempFile(30_000_000))],
    ['a download', () => store.read(version)],
    ['a copy', () => store.copy(version, randomUUID())],
    ['a deletion', () => store.remove([version])],
    ['a look', () => store.sizeOf(version)],
    ['a list', () => store.list()[Symbol.asyncIterator]().next()],
    ['a start', () => store.check()],
    ['the quarantine', () => store.quarantine.add([version])],
    ['a table', () => store.named.write('a/b.json', '{}')],
  ])('for %s', async (_what, work) => {
    const error = await work().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(toStorageError(error)).toMatchObject({ httpStatus: 504, body: { statusCode: '504', code: 'S3Error' } })
  })
})

it('one that stops in the middle of a file is given up', async () => {
  const store = await listening((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'))
  })
  await expect(buffer(await store.read(version))).rejects.toThrow('has said nothing')
})

it('a slow reader is no silent server', async () => {
  const content = Buffer.alloc(20_000_000, 'a lot ')
  const store = await listening((socket) => {
    socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${content.length}\r\n\r\n`))
    socket.once('data', () => socket.write(content))
  })
  let size = 0
  for await (const chunk of await store.read(version)) {
    if (size === 0) await sleep(900)
    size += chunk.length
  }
  expect(size).toBe(content.length)
})

it('one that takes its time, but goes on, is not', async () => {
  const store = await listening((socket) => {
    socket.once('data', async () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n')
      for (const letter of 'slowly') {
        await sleep(300)
        socket.write(letter)
      }
    })
  }, 1_500)
  expect((await buffer(await store.read(version))).toString()).toBe('slowly')
})

it('one that is not there is said to be unreachable', async () => {
  const store = s3Store({ bucket: 'files', region: 'us-east-1', endpoint: 'http://127.0.0.1:1' })
  const error = await store.read(version).catch((error: unknown) => error)
  expect(toStorageError(error)).toMatchObject({ httpStatus: 503, body: { code: 'S3Error' } })
  store.close()
})
