import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { s3Key } from 'engine/testing/features'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { bucketPlace } from './bucket-place.ts'

Object.assign(process.env, s3Key)
const HOUR_MS = 60 * 60_000
const MB = 1024 * 1024

type BegunUpload = { key: string; at: Date; parts: number }
/** The content of the bucket: multipart uploads by number, and complete objects. */
const uploads = new Map<string, BegunUpload>()
const whole = new Set<string>()
let takesParts = 0
let namesUploads = true

beforeEach(() => {
  uploads.clear()
  whole.clear()
  takesParts = Number.POSITIVE_INFINITY
  namesUploads = true
})

/** The part of S3's API that a multipart upload needs. */
const s3 = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
  const [key, id] = [pathname.replace('/files/', ''), searchParams.get('uploadId') ?? '']
  const upload = uploads.get(id)
  if (request.method === 'GET') return namesUploads ? list(response) : response.writeHead(501).end()
  if (searchParams.has('partNumber') && Number(searchParams.get('partNumber')) > takesParts) return request.destroy()
  await buffer(request)
  if (request.method === 'HEAD') return response.writeHead(whole.has(key) ? 200 : 404, { 'content-length': 1 }).end()
  if (request.method === 'DELETE') return response.writeHead(uploads.delete(id) ? 204 : 404).end()
  if (searchParams.has('uploads')) return begin(key, response)
  if (request.method === 'PUT' && upload) {
    upload.parts++
    return response.writeHead(200, { etag: '"part"' }).end()
  }
  uploads.delete(id)
  whole.add(key)
  response.end('<CompleteMultipartUploadResult><ETag>"all"</ETag></CompleteMultipartUploadResult>')
})
s3.listen(0, '127.0.0.1')
await once(s3, 'listening')
afterAll(() => s3.close())

function begin(key: string, response: ServerResponse) {
  const id = String(uploads.size + 1)
  uploads.set(id, { key, at: new Date(), parts: 0 })
  response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
}

function list(response: ServerResponse) {
  const all = Array.from(uploads, ([id, { key, at }]) => {
    return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`
  })
  response.end(`<ListMultipartUploadsResult>${all.join('')}</ListMultipartUploadsResult>`)
}

const address = s3.address()
const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
const place = bucketPlace({ bucket: 'files', region: 'us-east-1', endpoint }, 'backups')

/** An archive of forty megabytes, sent in three parts. */
async function* archive() {
  for (let sent = 0; sent < 40; sent++) yield Buffer.alloc(MB, sent)
}

it('keeps an archive that goes there in parts', async () => {
  await place.write('a.tar.zst', Readable.from(archive()))
  expect([...whole]).toEqual(['backups/a.tar.zst'])
  expect(uploads.size).toBe(0)
})

it('takes away what is there of an archive that breaks off', async () => {
  async function* broken() {
    yield* archive()
    expect([...uploads.values()]).toMatchObject([{ key: 'backups/a.tar.zst', parts: 2 }])
    throw new Error('the database went away')
  }
  await expect(place.write('a.tar.zst', Readable.from(broken()))).rejects.toThrow('the database went away')
  expect([uploads.size, whole.size]).toEqual([0, 0])
})

it('takes away what is there where the line breaks', async () => {
  takesParts = 1
  await expect(place.write('a.tar.zst', Readable.from(archive()))).rejects.toThrow()
  expect([uploads.size, whole.size]).toEqual([0, 0])
})

it('takes away what a process has left that was killed, and nothing else', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
  const begun = (key: string, hours: number) => ({ key, at: ago(hours), parts: 3 })
  uploads.set('killed', begun('backups/shop-1.tar.zst.age', 13))
  uploads.set('under way', begun('backups/shop-2.tar.zst.age', 11))
  uploads.set('of somebody else', begun('backups/film.mp4', 13))
  uploads.set('elsewhere', begun('backups/shop/shop-1.tar.zst.age', 13))
  await place.write('a.tar.zst', Readable.from(['to be kept']))
  expect([...uploads.keys()]).toEqual(['under way', 'of somebody else', 'elsewhere'])
})

it('keeps an archive where a server does not say what was begun', async () => {
  namesUploads = false
  await place.write('a.tar.zst', Readable.from(['to be kept']))
  expect([...whole]).toEqual(['backups/a.tar.zst'])
})
