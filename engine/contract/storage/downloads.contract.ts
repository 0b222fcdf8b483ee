import { describe, expect, it } from 'vitest'
import { png } from '../../storage/testing/sample-files.ts'
import { engine } from '../engine.ts'
import { anonymous, data } from '../rest/client.ts'
import { call, newFolder, posters, reels, refusal } from './client.ts'

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
