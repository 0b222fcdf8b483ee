import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request as ask, type ClientRequest } from 'node:http'
import { data, engine, newFolder, reels } from 'engine/testing/contract'
import { DetailedError } from 'tus-js-client'
import { describe, expect, it } from 'vitest'
import { begun, contentOf, inReels, refusal, server } from './resumable-client.ts'

describe('the official client', () => {
  it('uploads a file in chunks, with what is to be known of it', async () => {
    const path = `${newFolder()}/film.bin`
    const content = randomBytes(2_500_000)
    const chunks: number[] = []
    await server.upload(
      content,
      { ...inReels(path), contentType: 'video/mp4', cacheControl: '60', metadata: '{"by":"Ana"}' },
      { chunkSize: 1_000_000, onChunkComplete: (size) => chunks.push(size) },
    )
    expect(chunks).toEqual([1_000_000, 1_000_000, 500_000])
    expect((await contentOf(path)).equals(content)).toBe(true)
    expect(data(await reels.info(path))).toMatchObject({
      ...{ contentType: 'video/mp4', cacheControl: 'max-age=60', metadata: { by: 'Ana' }, size: 2_500_000 },
    })
  })

  it.each([
    ['with the first bytes in the first request', { uploadDataDuringCreation: true, chunkSize: 400_000 }],
    ['all at once', { uploadDataDuringCreation: true }],
    ['by POST alone', { overridePatchMethod: true }],
    ['without knowing how much it will be', { uploadLengthDeferred: true, chunkSize: 300_000 }],
  ])('uploads %s', async (_way, options) => {
    const path = `${newFolder()}/film.bin`
    const content = randomBytes(1_000_000)
    await server.upload(content, inReels(path), options)
    expect((await contentOf(path)).equals(content)).toBe(true)
  })

  it('uploads an empty file', async () => {
    const path = `${newFolder()}/empty.txt`
    await server.upload(Buffer.alloc(0), inReels(path))
    expect(data(await reels.info(path))).toMatchObject({ size: 0, contentType: 'application/octet-stream' })
  })

  it('goes on with what another one began', async () => {
    const path = `${newFolder()}/film.bin`
    const content = randomBytes(1_000_000)
    const url = await begun(path, content.length)
    expect((await server.patch(url, 0, content.subarray(0, 300_000))).status).toBe(204)
    await server.upload(content, inReels(path), { uploadUrl: url })
    expect((await contentOf(path)).equals(content)).toBe(true)
  })

  it('replaces where that is asked for, and only there', async () => {
    const path = `${newFolder()}/film.bin`
    const { id } = data(await reels.upload(path, 'old'))
    await expect(server.upload(Buffer.from('new'), inReels(path))).rejects.toSatisfy(
      (error) => error instanceof DetailedError && error.originalResponse?.getStatus() === 409,
    )
    const headers = { authorization: `Bearer ${engine.serviceRoleKey}`, 'x-upsert': 'true' }
    await server.upload(Buffer.from('new'), inReels(path), { headers })
    expect((await contentOf(path)).toString()).toBe('new')
    expect(data(await reels.info(path)).id).toBe(id)
  })

  it('gives an upload up', async () => {
    const url = await begun(`${newFolder()}/film.bin`, 10)
    expect((await server.patch(url, 0, Buffer.from('half'))).status).toBe(204)
    expect((await server.send(url, { method: 'DELETE' })).status).toBe(204)
    expect(await server.offsetOf(url)).toBe(404)
  })
})

describe('an upload that was cut off', () => {
  const content = randomBytes(1_000_000)
  const half = 500_000

  it.each([
    ['as it does when the line is cut', (request: ClientRequest) => request.socket?.end()],
    ['also while the server does not know of the cut', () => undefined],
  ])('goes on where it was, %s', async (_how, cut) => {
    const path = `${newFolder()}/film.bin`
    const url = await begun(path, content.length)
    const requests: ClientRequest[] = []
    let offset = 0
    const comeBack = async () => {
      const request = await server.begin(url, offset, content.subarray(offset, half))
      requests.push(request)
      cut(request)
      offset = await server.offsetOf(url)
      return offset
    }
    // The client may reconnect before the server has read any byte of the first request.
    await expect.poll(comeBack, { timeout: 20_000 }).toBeGreaterThan(0)
    const { headers } = await server.patch(url, offset, content.subarray(offset))
    expect(headers.get('upload-offset')).toBe(String(content.length))
    for (const request of requests) request.destroy()
    expect((await contentOf(path)).equals(content)).toBe(true)
  })

  it('is itself in the end, whoever else went on with it', async () => {
    const path = `${newFolder()}/film.bin`
    const url = await begun(path, content.length)
    const attempts = await Promise.all(Array.from({ length: 5 }, () => server.patch(url, 0, content)))
    for (const { status } of attempts) expect([204, 409]).toContain(status)
    // Each newer request ends the earlier ones, whose bytes are kept.
    const offset = await server.offsetOf(url)
    expect((await server.patch(url, offset, content.subarray(offset))).status).toBe(204)
    expect((await contentOf(path)).equals(content)).toBe(true)
  })

  it('is refused as moved on to whom others were faster than, also while they waited for the same one', async () => {
    const path = `${newFolder()}/film.bin`
    const url = await begun(path, null)
    const size = { 'upload-length': String(content.length) }
    // Declaring the size takes a moment, in which the halves arrive first.
    const whole = Array.from({ length: 4 }, () => server.patch(url, 0, content, size))
    const halves = Array.from({ length: 2 }, () => server.begin(url, 0, content.subarray(0, half)))
    for (const { status } of await Promise.all(whole)) expect([204, 409]).toContain(status)
    const offset = await server.offsetOf(url)
    if (offset < content.length)
      expect((await server.patch(url, offset, content.subarray(offset), size)).status).toBe(204)
    for (const request of halves) (await request).destroy()
    expect((await contentOf(path)).equals(content)).toBe(true)
  })

  it('has its connection carry other requests, of whom the upload was taken over from', async () => {
    const url = await begun(`${newFolder()}/film.bin`, content.length)
    using closing = new DisposableStack()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    closing.defer(() => agent.destroy())
    const first = content.subarray(0, half)
    const request = await server.begin(url, 0, first, { left: content.length - half, agent })
    const answer = once(request, 'response')
    await expect.poll(() => server.offsetOf(url), { timeout: 20_000 }).toBe(half)
    request.end(content.subarray(half))
    await answer.then(([response]) => once(response.resume(), 'end'))
    const next = ask(server.endpoint, { method: 'OPTIONS', agent }).end()
    const [{ statusCode }] = await once(next, 'response')
    expect([statusCode, next.reusedSocket]).toEqual([204, true])
  })

  it('says that it is complete to who did not hear of it', async () => {
    const url = await begun(`${newFolder()}/film.bin`, 4)
    expect((await server.patch(url, 0, Buffer.from('film'))).status).toBe(204)
    expect(await server.offsetOf(url)).toBe(4)
    const again = await server.patch(url, 4, Buffer.alloc(0))
    expect([again.status, again.headers.get('upload-expires')]).toEqual([204, null])
  })
})

describe('the protocol', () => {
  it('says what the server can do', async () => {
    const { status, headers } = await fetch(server.endpoint, { method: 'OPTIONS' })
    expect(status).toBe(204)
    expect(Object.fromEntries(headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,creation-defer-length,termination,expiration',
      'tus-max-size': String(20 * 1024 * 1024),
    })
  })

  it('can be spoken by pages of other origins', async () => {
    const preflight = await fetch(server.endpoint, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.test',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'tus-resumable,upload-offset,x-signature',
      },
    })
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('upload-offset')
    const { headers } = await server.create(inReels(`${newFolder()}/x`), 1, { origin: 'https://elsewhere.test' })
    const exposed = headers.get('access-control-expose-headers')?.toLowerCase()
    for (const name of ['location', 'upload-offset', 'upload-length', 'upload-expires', 'tus-resumable']) {
      expect(exposed).toContain(name)
    }
  })

  it('begins with an address and a time', async () => {
    const path = `${newFolder()}/film.bin`
    const { status, headers } = await server.create(inReels(path), 10)
    expect(status).toBe(201)
    const address = headers.get('location')?.slice(`${server.endpoint}/`.length) ?? ''
    expect(Buffer.from(address, 'base64url').toString()).toMatch(new RegExp(`^reels/${path}/[\\da-f-]{36}$`))
    const lifetime = Date.parse(headers.get('upload-expires') ?? '') - Date.now()
    expect(lifetime).toBeGreaterThan(60_000)
    const head = await server.send(headers.get('location') ?? '', { method: 'HEAD' })
    expect(Object.fromEntries(head.headers)).toMatchObject({
      ...{ 'upload-offset': '0', 'upload-length': '10', 'cache-control': 'no-store', 'tus-resumable': '1.0.0' },
      'upload-metadata': expect.stringContaining('bucketName '),
    })
  })

  it.each([
    ['no version', 412, 'Tus-Resumable Required', { 'tus-resumable': '' }],
    ['a length and none', 400, 'Upload-Length or Upload-Defer-Length header required', { 'upload-defer-length': '1' }],
    ['a length that is none', 400, 'upload-length must be a count of bytes', { 'upload-length': '-1' }],
    ['too great a length', 413, 'Maximum size exceeded', { 'upload-length': String(20 * 1024 * 1024 + 1) }],
    [
      'broken metadata',
      400,
      'Upload-Metadata is invalid: bucketName is not base64',
      { 'upload-metadata': 'bucketName %' },
    ],
    ['no bucket', 400, 'Upload-Metadata is invalid: bucketName is missing', { 'upload-metadata': 'objectName eA==' }],
    ['no name', 400, 'Upload-Metadata is invalid: objectName is missing', { 'upload-metadata': 'bucketName eA==' }],
    ['an unknown bucket', 404, 'Bucket not found', { 'upload-metadata': 'bucketName eA==,objectName eA==' }],
    ['parts of files', 501, 'Concatenation extension is not supported', { 'upload-concat': 'partial' }],
  ])('refuses %s', async (_what, status, words, headers) => {
    expect(await refusal(await server.create(inReels('x.bin'), 10, headers))).toEqual({ status, words })
  })

  it('refuses bytes that do not go on where the upload is', async () => {
    const url = await begun(`${newFolder()}/film.bin`, 10)
    const five = Buffer.from('12345')
    expect(await refusal(await server.patch(url, 5, five))).toEqual({ status: 409, words: 'Upload-Offset conflict' })
    expect((await server.patch(url, 0, five, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await server.patch(url, 0, Buffer.alloc(11))).status).toBe(413)
    expect(await server.offsetOf(url)).toBe(404)
    expect((await server.patch(`${server.endpoint}/bm93aGVyZQ`, 0, five)).status).toBe(404)
  })

  it('holds a late length to the rules too', async () => {
    const url = await begun(`${newFolder()}/x`, null)
    const head = await server.send(url, { method: 'HEAD' })
    expect([head.headers.get('upload-defer-length'), head.headers.get('upload-length')]).toEqual(['1', null])
    expect((await server.patch(url, 0, Buffer.from('x'), { 'upload-length': '999999999' })).status).toBe(413)
    expect((await server.patch(url, 0, Buffer.from('x'), { 'upload-length': '2' })).status).toBe(204)
    expect((await server.patch(url, 1, Buffer.from('x'), { 'upload-length': '3' })).status).toBe(400)
    expect((await server.patch(url, 1, Buffer.from('x'))).headers.get('upload-offset')).toBe('2')
  })
})
