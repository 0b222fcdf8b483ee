import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { DOCX, pdf, plainZip, png, program, sixSamples } from '../storage/testing/samples.ts'
import { engine } from './engine.ts'
import { anonymous, data } from './rest-client.ts'
import { call, newFolder, papers, posters, reels, refusal } from './storage-client.ts'

const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer())

describe('a file', () => {
  it.each([
    ['a blob', () => new Blob([png], { type: 'image/png' })],
    ['a form', () => form(new Blob([png], { type: 'image/png' }))],
    ['bytes', () => png],
    ['a stream', () => Readable.toWeb(Readable.from([png.subarray(0, 20), png.subarray(20)]))],
  ])('comes as %s and comes back', async (_kind, body) => {
    const path = `${newFolder()}/dot.png`
    const uploaded = data(await reels.upload(path, body(), { contentType: 'image/png', metadata: { by: 'Ana' } }))
    expect(uploaded).toEqual({ path, fullPath: `reels/${path}`, id: expect.stringMatching(/^[\da-f-]{36}$/) })
    const back = data(await reels.download(path))
    expect(back.type).toBe('image/png')
    expect((await bytesOf(back)).equals(png)).toBe(true)
    const info = data(await reels.info(path))
    expect(info).toMatchObject({
      id: uploaded.id,
      name: path,
      bucketId: 'reels',
      size: png.length,
      contentType: 'image/png',
      cacheControl: 'max-age=3600',
      etag: `"${createHash('md5').update(png).digest('hex')}"`,
      metadata: { by: 'Ana' },
    })
    expect(info.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(await reels.exists(path)).toEqual({ data: true, error: null })
  })

  it('of text keeps its letters, and its type with its parameters', async () => {
    const path = `${newFolder()}/größe.txt`.replace('ö', 'oe').replace('ß', 'ss')
    data(await reels.upload(path, 'Größe'))
    const back = data(await reels.download(path))
    expect([back.type.toLowerCase(), await back.text()]).toEqual(['text/plain;charset=utf-8', 'Größe'])
  })

  it('may be empty, and may be JSON that is nobody’s business', async () => {
    const folder = newFolder()
    data(await reels.upload(`${folder}/empty.txt`, new Blob([])))
    expect(data(await reels.download(`${folder}/empty.txt`)).size).toBe(0)
    const broken = await call(`/object/reels/${folder}/broken.json`, {
      method: 'POST',
      body: '{"half',
      headers: { 'content-type': 'application/json' },
    })
    expect(await broken.json()).toEqual({ Id: expect.any(String), Key: `reels/${folder}/broken.json` })
    expect(await data(await reels.download(`${folder}/broken.json`)).text()).toBe('{"half')
  })

  it('is there once', async () => {
    const path = `${newFolder()}/once.txt`
    data(await reels.upload(path, 'first'))
    const { error } = await reels.upload(path, 'second')
    expect(error).toMatchObject({ status: 400, statusCode: '409', message: 'The resource already exists' })
    const again = await call(`/object/reels/${path}`, { method: 'POST', body: 'again' })
    expect(await refusal(again)).toMatchObject({ error: 'Duplicate', code: 'ResourceAlreadyExists' })
    expect(await data(await reels.download(path)).text()).toBe('first')
  })

  it('is there once, also when five come at the same moment', async () => {
    const path = `${newFolder()}/once.txt`
    const attempts = await Promise.all(Array.from({ length: 5 }, (_, n) => reels.upload(path, `text ${n}`)))
    const stored = attempts.flatMap(({ error }, n) => (error ? [] : [`text ${n}`]))
    expect(stored).toEqual([await data(await reels.download(path)).text()])
    for (const { error } of attempts) expect([undefined, '409']).toContain(error?.statusCode)
  })

  it.each(['upsert', 'update'] as const)('is replaced by %s, and stays the same file', async (way) => {
    const path = `${newFolder()}/replaced.txt`
    const { id } = data(await reels.upload(path, 'first', { metadata: { n: 1 } }))
    const before = data(await reels.info(path))
    const second = way === 'upsert' ? reels.upload(path, 'second', { upsert: true }) : reels.update(path, 'second')
    expect(data(await second).id).toBe(id)
    const after = data(await reels.info(path))
    expect(after.createdAt).toBe(before.createdAt)
    expect(after.version).not.toBe(before.version)
    expect(after.etag).not.toBe(before.etag)
    expect(await data(await reels.download(path)).text()).toBe('second')
  })

  it('need not be there to be updated', async () => {
    const path = `${newFolder()}/new.txt`
    data(await reels.update(path, 'new'))
    expect(await data(await reels.download(path)).text()).toBe('new')
  })

  it('is replaced by ten at once, and is one of them in the end', async () => {
    const path = `${newFolder()}/busy.txt`
    const texts = Array.from({ length: 10 }, (_, n) => `text ${n}`)
    await Promise.all(texts.map(async (text) => data(await reels.upload(path, text, { upsert: true }))))
    expect(texts).toContain(await data(await reels.download(path)).text())
    expect(data(await reels.list(path.split('/', 1)[0]))).toHaveLength(1)
  })

  it('keeps what the form says behind the file, too', async () => {
    const path = `${newFolder()}/form.txt`
    const body = new FormData()
    body.append('', new Blob(['x'], { type: 'text/plain' }))
    body.append('cacheControl', '60')
    body.append('metadata', '{"late":true}')
    expect((await call(`/object/reels/${path}`, { method: 'POST', body })).status).toBe(200)
    expect(data(await reels.info(path))).toMatchObject({ cacheControl: 'max-age=60', metadata: { late: true } })
  })

  it('whose description is broken has none', async () => {
    const path = `${newFolder()}/broken.txt`
    const body = new FormData()
    body.append('metadata', '{broken')
    body.append('', new Blob(['x']))
    expect((await call(`/object/reels/${path}`, { method: 'POST', body })).status).toBe(200)
    expect(data(await reels.info(path)).metadata).toEqual({})
  })

  it.each([
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nno end'],
    ['multipart/form-data; boundary=x', 'no parts'],
  ])('must be a whole form: %s %j', async (type, body) => {
    const folder = newFolder()
    const init = { method: 'POST', body, headers: { 'content-type': type } }
    expect((await refusal(await call(`/object/reels/${folder}/form.txt`, init))).status).toBe(400)
    expect(data(await reels.list(folder))).toEqual([])
  })

  it('comes alone', async () => {
    const body = new FormData()
    body.append('one', new Blob(['1']))
    body.append('two', new Blob(['2']))
    const path = `${newFolder()}/two.txt`
    expect((await call(`/object/reels/${path}`, { method: 'POST', body })).status).toBe(400)
    expect(await reels.exists(path)).toMatchObject({ data: false })
  })

  it('is needed for an upload', async () => {
    const body = new FormData()
    body.append('cacheControl', '60')
    expect(await refusal(await call('/object/reels/none.txt', { method: 'POST', body }))).toMatchObject({
      statusCode: '400',
      message: 'No content provided',
    })
  })
})

describe('the size', () => {
  const limit = 10_485_760

  it('of 10,485,760 bytes goes in and comes back identical', async () => {
    const path = `${newFolder()}/largest.pdf`
    const content = Buffer.concat([pdf, randomBytes(limit - pdf.length)])
    data(await papers.upload(path, new Blob([content], { type: 'application/pdf' })))
    expect((await bytesOf(data(await papers.download(path)))).equals(content)).toBe(true)
  })

  const oneMore = Buffer.concat([pdf, Buffer.alloc(limit + 1 - pdf.length)])
  it.each([
    ['as a form', () => new Blob([oneMore], { type: 'application/pdf' })],
    ['raw', () => oneMore],
    ['raw, without saying how much', () => Readable.toWeb(Readable.from([oneMore]))],
  ])('of one byte more is refused %s, and nothing is stored', async (_way, body) => {
    const folder = newFolder()
    const { error } = await papers.upload(`${folder}/too-large.pdf`, body(), { contentType: 'application/pdf' })
    expect(error).toMatchObject({
      status: 400,
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    })
    expect(data(await papers.list(folder))).toEqual([])
  })

  it('is limited where the bucket says nothing, by config.toml', async () => {
    const tooLarge = await call('/object/reels/huge.bin', {
      method: 'POST',
      body: Buffer.alloc(20 * 1024 * 1024 + 1),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(await refusal(tooLarge)).toEqual({
      status: 400,
      statusCode: '413',
      error: 'Payload too large',
      message: 'The object exceeded the maximum allowed size',
      code: 'EntityTooLarge',
    })
  })

  it('of a folder’s placeholder is nothing', async () => {
    const folder = newFolder()
    data(await papers.upload(`${folder}/.emptyFolderPlaceholder`, new Blob([])))
    const { error } = await papers.upload(`${folder}/sub/.emptyFolderPlaceholder`, new Blob(['x']))
    expect(error).toMatchObject({ statusCode: '413' })
  })
})

describe('the type', () => {
  it.each(sixSamples)('%s is taken', async (type, content) => {
    const path = `${newFolder()}/file`
    data(await papers.upload(path, new Blob([content], { type })))
    expect(data(await papers.info(path)).contentType).toBe(type)
  })

  it('is what the content is, not what it is called', async () => {
    const path = `${newFolder()}/photo.jpg`
    data(await papers.upload(path, new Blob([png], { type: 'image/jpeg' })))
    expect(data(await papers.info(path)).contentType).toBe('image/png')
  })

  it.each([
    ['a program that says it is a PDF', program, 'application/pdf', 'application/x-msdownload'],
    ['a program that says it is a table', program, 'text/csv', 'application/x-msdownload'],
    ['an archive that says it is a document', plainZip(), DOCX, 'application/zip'],
    ['a text that says it is a picture', Buffer.from('hello'), 'image/png', 'application/octet-stream'],
    ['bytes that say they are a table', Buffer.from('a\0b'), 'text/csv', 'application/octet-stream'],
    ['a program', program, 'application/x-msdownload', 'application/x-msdownload'],
    ['a table with parameters', Buffer.from('a'), 'text/csv;charset=utf-8', 'text/csv;charset=utf-8'],
  ])('of %s is refused', async (_what, content, claimed, named) => {
    const folder = newFolder()
    const { error } = await papers.upload(`${folder}/report.pdf`, content, { contentType: claimed })
    expect(error).toMatchObject({ status: 400, statusCode: '415', message: `mime type ${named} is not supported` })
    expect(data(await papers.list(folder))).toEqual([])
  })

  it('must be one', async () => {
    const response = await call(`/object/reels/${newFolder()}/x`, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'nonsense' },
    })
    expect(await refusal(response)).toMatchObject({ statusCode: '415', message: 'Invalid Content-Type header' })
  })
})

describe('the key', () => {
  it.each(["a !_.*'()&$@=;:+,?-.txt", 'deep/er/and/deeper.txt', `${'x'.repeat(900)}.txt`])(
    'may be %s',
    async (name) => {
      const path = `${newFolder()}/${name}`
      const url = `/object/reels/${path.split('/').map(encodeURIComponent).join('/')}`
      expect((await call(url, { method: 'POST', body: 'x' })).status).toBe(200)
      expect(await (await call(url)).text()).toBe('x')
    },
  )

  it.each([
    'größe.txt',
    'a%b.txt',
    'a#b.txt',
    'a"b.txt',
    'a\\b.txt',
    'a\nb.txt',
    '../up.txt',
    'a/../../up.txt',
    './here.txt',
    'x'.repeat(1100),
  ])('may not be %j', async (name) => {
    const url = `/object/reels/${name.split('/').map(encodeURIComponent).join('/')}`.replace('..', '%2E%2E')
    const response = await raw('POST', url.replace('/./', '/%2E/'))
    expect(response).toMatchObject({ status: 400, body: { statusCode: '400', error: 'InvalidKey' } })
  })

  it('leads nowhere else', async () => {
    for (const name of ['..%2f..%2f..%2fetc%2fpasswd', '%2fetc%2fpasswd', 'a%00b']) {
      expect(await raw('GET', `/object/reels/${name}`)).toMatchObject({ status: 400 })
    }
  })
})

describe('a download', () => {
  const path = `${newFolder()}/numbers.txt`
  const get = (headers: Record<string, string> = {}, query = '') => call(`/object/reels/${path}${query}`, { headers })
  const upload = async () => data(await reels.upload(path, '0123456789', { upsert: true, contentType: 'text/plain' }))

  it('says what it is', async () => {
    await upload()
    const { status, headers } = await get()
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-type': 'text/plain',
      'content-length': '10',
      etag: '"781e5e245d69b566979b86e28d23f2c7"',
      'last-modified': expect.stringMatching(/GMT$/),
      'cache-control': 'private, max-age=3600',
      'x-robots-tag': 'none',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  it('comes in parts', async () => {
    await upload()
    const part = await get({ range: 'bytes=2-4' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    expect(part.headers.get('content-length')).toBe('3')
    const nothing = await get({ range: 'bytes=10-' })
    expect(nothing.status).toBe(416)
    expect(await nothing.json()).toMatchObject({ error: 'invalid_range', message: 'invalid range provided' })
    expect(nothing.headers.get('etag')).toBeNull()
  })

  it('does not come again if it has not changed', async () => {
    await upload()
    const { headers } = await get()
    const same = await get({ 'if-none-match': headers.get('etag') ?? '' })
    expect([same.status, await same.text()]).toEqual([304, ''])
    expect((await get({ 'if-modified-since': headers.get('last-modified') ?? '' })).status).toBe(304)
    const other = await get({ 'if-none-match': '"other"' })
    expect([other.status, other.headers.get('cache-control')]).toEqual([
      200,
      'private, max-age=3600, stale-while-revalidate=30',
    ])
  })

  it('has the name that is asked for', async () => {
    await upload()
    const named = await get({}, '?download=a%20b.png&cacheNonce=1')
    expect(named.headers.get('content-disposition')).toBe("attachment; filename=a%20b.png; filename*=UTF-8''a%20b.png")
    expect((await get({}, '?download')).headers.get('content-disposition')).toBe('attachment;')
    expect((await get()).headers.get('content-disposition')).toBeNull()
  })

  it('can be asked for by HEAD', async () => {
    await upload()
    const head = await call(`/object/reels/${path}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
    const missing = await call('/object/reels/nowhere.txt', { method: 'HEAD' })
    expect([missing.status, await missing.text()]).toEqual([400, ''])
  })

  it('of a page is a text to save', async () => {
    const page = `${newFolder()}/page.html`
    data(await posters.upload(page, new Blob(['<script>alert(1)</script>'], { type: 'text/html' })))
    const { headers } = await fetch(posters.getPublicUrl(page).data.publicUrl)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('of a public bucket is open to everybody, and to caches', async () => {
    const poster = `${newFolder()}/one poster.png`
    data(await posters.upload(poster, new Blob([png], { type: 'image/png' }), { cacheControl: '60' }))
    const response = await fetch(posters.getPublicUrl(poster).data.publicUrl)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'max-age=60'])
    expect(data(await anonymous.storage.from('posters').download(poster)).size).toBe(png.length)
    expect((await fetch(`${engine.url}/storage/v1/object/posters/${poster}`)).status).toBe(200)
    expect((await fetch(`${engine.url}/storage/v1/object/info/public/posters/${poster}`)).status).toBe(200)
  })

  it('of a private bucket has no public address', async () => {
    await upload()
    expect(await refusal(await fetch(reels.getPublicUrl(path).data.publicUrl))).toEqual({
      status: 400,
      statusCode: '404',
      error: 'Bucket not found',
      message: 'Bucket not found',
      code: 'NoSuchBucket',
    })
  })
})

/** With the path as it is: `fetch` tidies `..` up. */
function raw(method: string, path: string): Promise<{ status: number | undefined; body: unknown }> {
  const { hostname, port } = new URL(engine.url)
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${engine.serviceRoleKey}`, 'content-length': method === 'GET' ? 0 : 1 }
    const request = httpRequest({ hostname, port, method, path: `/storage/v1${path}`, headers }, async (response) => {
      const { statusCode } = response
      resolve({ status: statusCode, body: JSON.parse((await response.toArray()).join('')) })
    })
    request.once('error', reject)
    request.end(method === 'GET' ? undefined : 'x')
  })
}

function form(file: Blob): FormData {
  const body = new FormData()
  body.append('file', file, 'dot.png')
  return body
}
