import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { anonymous, data } from '../rest/client.ts'
import { call, newFolder, posters, reels, refusal } from './client.ts'

const url = `${engine.url}/storage/v1`

describe('who calls', () => {
  it('needs a token where something is changed or listed', async () => {
    expect(await refusal(await fetch(`${url}/bucket`))).toEqual({
      status: 400,
      statusCode: '400',
      error: 'Error',
      message: "headers must have required property 'authorization'",
      code: 'InvalidRequest',
    })
    expect((await fetch(`${url}/object/reels/x.txt`, { method: 'POST', body: 'x' })).status).toBe(400)
  })

  it('may let the key speak', async () => {
    const headers = { apikey: engine.serviceRoleKey }
    expect((await fetch(`${url}/bucket/reels`, { headers })).status).toBe(200)
  })

  it.each([
    ['nonsense', 'Invalid Compact JWS'],
    [`${engine.anonKey.slice(0, -8)}AAAAAAAA`, 'signature verification failed'],
  ])('must not pretend: %s', async (token, message) => {
    const headers = { authorization: `Bearer ${token}` }
    expect(await refusal(await call('/bucket', { headers }))).toEqual({
      ...{ status: 400, statusCode: '403', error: 'Unauthorized', message, code: 'AccessDenied' },
    })
    // Browsers with an old token still see public files, and learn nothing about others.
    expect(await refusal(await call('/object/posters/nowhere.png', { headers }))).toMatchObject({ code: 'NoSuchKey' })
    expect(await refusal(await call('/object/reels/nowhere.txt', { headers }))).toMatchObject({ code: 'NoSuchBucket' })
  })
})

it.each([
  ['GET', '/bucket/%00'],
  ['POST', '/object/list/%00'],
  ['DELETE', '/object/%00'],
])('%s %s is the caller’s mistake, not the server’s', async (method, path) => {
  const body = method === 'GET' ? null : JSON.stringify({ prefix: '', prefixes: ['x'] })
  expect(await refusal(await call(path, { method, body }))).toMatchObject({ status: 400, code: 'InvalidParameter' })
})

it('tells whoever watches it how it is', async () => {
  const ask = async (path: string) => {
    const response = await fetch(`${engine.url}/storage/v1${path}`)
    return [response.status, await response.text()]
  }
  expect(await ask('/status')).toEqual([200, ''])
  expect(await ask('/health')).toEqual([200, '{"healthy":true}'])
  expect(await ask('/version')).toEqual([200, expect.stringMatching(/^\d+\.\d+\.\d+/)])
})

describe('an unknown route', () => {
  it.each([
    ['GET', '/nowhere'],
    ['POST', '/object/list-v2/reels/x'],
    ['DELETE', '/object/public/posters/x.png'],
  ])('%s %s', async (method, path) => {
    expect(await refusal(await call(path, { method }))).toEqual({
      status: 404,
      statusCode: '404',
      error: 'Not Found',
      message: `Route ${method}:${path} not found`,
      code: 'InvalidRequest',
    })
  })
})

describe('a body', () => {
  it.each([
    ['/object/list/reels', '{"limit":1}', "body must have required property 'prefix'"],
    ['/object/list/reels', '{"prefix":1}', expect.stringContaining('body/prefix is wrong')],
    ['/object/list/reels', '{half', expect.stringContaining('JSON')],
    ['/object/list/reels', '{"prefix":"\\u0000"}', 'body must not hold the character U+0000'],
    ['/object/move', '{"bucketId":"reels"}', "body must have required property 'sourceKey'"],
  ])('to %s of %s is refused', async (path, body, message) => {
    const response = await call(path, { method: 'POST', body })
    expect(await refusal(response)).toMatchObject({ status: 400, statusCode: '400', error: 'Error', message })
  })

  it('is refused where it is nested without end', async () => {
    const response = await call('/object/list/reels', { method: 'POST', body: `{"prefix":${'['.repeat(20_000)}` })
    expect(await refusal(response)).toMatchObject({ status: 400, message: 'JSON is nested deeper than 1000 levels' })
  })

  it('of JSON has a limit', async () => {
    const response = await call('/object/list/reels', { method: 'POST', body: 'x'.repeat(2_000_000) })
    expect(response.status).toBe(413)
  })
})

describe('a page of another origin', () => {
  const origin = 'https://elsewhere.test'

  it('may upload', async () => {
    const response = await call('/object/reels/x.txt', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,cache-control,x-upsert,x-metadata,content-type',
      },
    })
    expect(response.ok).toBe(true)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toContain('x-upsert')
  })

  it('reads refusals and what is said of a file', async () => {
    const { headers } = await call('/object/reels/nowhere.txt', { headers: { origin } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toBe('no-store')
    const exposed = headers.get('access-control-expose-headers')?.toLowerCase()
    for (const name of ['etag', 'content-range', 'content-disposition', 'content-length', 'last-modified']) {
      expect(exposed).toContain(name)
    }
  })
})

describe('a robots tag', () => {
  const upload = (tag: string, path: string) =>
    call(`/object/reels/${path}`, { method: 'POST', body: 'x', headers: { 'x-robots-tag': tag } })

  it('is kept and sent', async () => {
    const path = `${newFolder()}/x.txt`
    expect((await upload('noindex, nofollow', path)).status).toBe(200)
    expect((await call(`/object/reels/${path}`)).headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  it('must be one', async () => {
    expect(await refusal(await upload('<b>', 'x.txt'))).toMatchObject({ error: 'invalid_x_robots_tag' })
  })
})

it('caches are the project’s own to purge', async () => {
  expect(data(await posters.purgeCache('x.png'))).toEqual({ message: 'success' })
  expect((await anonymous.storage.from('posters').purgeCache('x.png')).error).toMatchObject({ status: 403 })
})

it('ten downloads of one file at once are all whole', async () => {
  const path = `${newFolder()}/popular.bin`
  const content = new Blob([Buffer.alloc(3_000_000, 'popular ')])
  data(await reels.upload(path, content))
  const sizes = await Promise.all(Array.from({ length: 10 }, async () => data(await reels.download(path)).size))
  expect(sizes).toEqual(Array.from({ length: 10 }, () => 3_000_000))
})
