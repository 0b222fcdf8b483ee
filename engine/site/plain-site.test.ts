import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../kernel/config/environment-variables.ts'
import { Slots } from '../kernel/page-slots.ts'
import { site } from './index.ts'

const root = await mkdtemp(join(tmpdir(), 'plain-site-'))
const film = Buffer.alloc(300_000, 'abcdefghij')
const script = `console.info('${'x'.repeat(5000)}')`

/** A server of a folder with these files. */
async function serve(name: string, files: Record<string, string | Buffer>, siteUrl = 'http://localhost:3000') {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name, path)), { recursive: true })
    await writeFile(join(root, name, path), content)
  }
  const app = Fastify()
  app.decorate('config', parseConfig({ SITE_URL: siteUrl, SITE_DIR: join(root, name) }))
  app.decorate('slots', new Slots())
  app.get('/health', async () => ({ status: 'ok' }))
  app.register(site, {})
  await app.ready()
  return app
}

const app = await serve('app', {
  'index.html': '<title>App</title>',
  'about.html': '<title>About</title>',
  'guide/index.html': '<title>Guide</title>',
  'assets/index-DkX3pT9a.js': script,
  'assets/hero-image-large.jpg': 'picture',
  'assets/photo-IMG_1234.jpg': 'picture',
  'static/js/main.3f2a1b4c.js': 'webpack',
  'favicon.svg': '<svg/>',
  'site.json': '{"theme":"dark"}',
  'film.mp4': film,
  '.env': 'SECRET=1',
  '.well-known/assetlinks.json': '[]',
})
const pages = await serve('pages', { 'index.html': '<title>Home</title>', '404.html': '<title>Lost</title>' })
afterAll(async () => {
  await Promise.all([app.close(), pages.close()])
  await rm(root, { recursive: true })
})

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('a folder without a word of ours', () => {
  it.each([
    ['/', 'App'],
    ['/?code=1', 'App'],
    ['/index.html', 'App'],
    ['/about', 'About'],
    ['/guide/', 'Guide'],
    ['/clients/17/edit', 'App'],
    ['/people/ana@north.test', 'App'],
    ['/constructor', 'App'],
  ])('%s is the page %s', async (path, title) => {
    const response = await get(path, page)
    expect([response.statusCode, response.body]).toEqual([200, `<title>${title}</title>`])
    expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  })

  it.each([
    ['/guide?x=1', '/guide/?x=1'],
    ['/about/', '/about'],
  ])('%s leads to %s, so that what a page names beside it is found', async (path, target) => {
    const response = await get(path, page)
    expect([response.statusCode, response.headers.location]).toEqual([308, target])
  })

  it('has no page in place of a script of an earlier build', async () => {
    expect((await get('/assets/index-OldOld00.js', { accept: '*/*' })).statusCode).toBe(404)
  })

  it('shows a page of its own for what is not there, where it has one', async () => {
    const response = await pages.inject({ url: '/clients/17', headers: page })
    expect([response.statusCode, response.body]).toEqual([404, '<title>Lost</title>'])
  })

  it.each(['/.env', '/%2e%2e/secret', '//evil.test/guide'])('keeps %s to itself', async (path) => {
    const response = await get(path, { accept: '*/*' })
    expect(response.body).not.toContain('SECRET')
    expect(response.headers.location).toBeUndefined()
  })

  it('leaves the other services their paths, and is only read', async () => {
    expect((await get('/health')).json()).toEqual({ status: 'ok' })
    expect((await app.inject({ method: 'POST', url: '/about' })).statusCode).toBe(405)
    expect((await get('/.well-known/assetlinks.json')).body).toBe('[]')
    expect((await get('/site.json')).json()).toEqual({ theme: 'dark' })
  })

  it('may run, ask and be shown whatever it likes', async () => {
    const { headers } = await get('/', page)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    for (const name of [
      'content-security-policy',
      'x-frame-options',
      'permissions-policy',
      'strict-transport-security',
    ])
      expect(headers[name]).toBeUndefined()
    const overTls = await serve('app', {}, 'https://shop.test')
    expect((await overTls.inject('/')).headers['strict-transport-security']).toBe('max-age=31536000')
    await overTls.close()
  })
})

describe('its files', () => {
  it.each([
    ['/assets/index-DkX3pT9a.js', 'public, max-age=31536000, immutable'],
    ['/static/js/main.3f2a1b4c.js', 'public, max-age=31536000, immutable'],
    ['/assets/hero-image-large.jpg', 'no-cache'],
    ['/assets/photo-IMG_1234.jpg', 'no-cache'],
    ['/favicon.svg', 'no-cache'],
  ])('are kept for ever where they are named after their content: %s', async (path, caching) => {
    const first = await get(path)
    expect(first.headers['cache-control']).toBe(caching)
    expect((await get(path, { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
  })

  it('come compressed, though nobody has compressed them', async () => {
    const response = await get('/assets/index-DkX3pT9a.js', { 'accept-encoding': 'gzip, br' })
    expect(response.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(script)
  })

  it('come in parts, where they are large', async () => {
    const whole = await get('/film.mp4')
    expect(whole.rawPayload.equals(film)).toBe(true)
    expect(whole.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' })
    for (const [range, from, to] of [
      ['bytes=10-19', 10, 19],
      ['bytes=299990-', 299_990, 299_999],
      ['bytes=-5', 299_995, 299_999],
    ] as const) {
      const part = await get('/film.mp4', { range })
      expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes ${from}-${to}/300000`])
      expect(part.rawPayload.equals(film.subarray(from, to + 1))).toBe(true)
    }
    expect((await get('/film.mp4', { range: 'bytes=300000-' })).statusCode).toBe(416)
    expect((await get('/film.mp4', { range: 'bytes=0-9', 'if-range': '"older"' })).statusCode).toBe(200)
    expect((await get('/film.mp4', { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304)
    const head = await app.inject({ method: 'HEAD', url: '/film.mp4' })
    expect([head.headers['content-length'], head.body]).toEqual(['300000', ''])
  })
})
