import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { files, smallSite } from './testing/small-site.ts'

const { serve, get, removePages } = smallSite()

describe('pages', () => {
  it.each([
    ['/', 'Home'],
    ['/contact', 'Contact'],
    ['/contact?service=ai', 'Contact'],
    ['/dashboard', 'Portal'],
    ['/dashboard/clients/7f3c', 'Clients in the portal'],
  ])('%s is the page %s', async (path, title) => {
    const response = await get(path)
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe(`<title>${title}</title>`)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-cache')
  })

  it('fetched in advance are still good when somebody goes there', async () => {
    const response = await get('/contact', { 'sec-purpose': 'prefetch' })
    expect(response.body).toBe('<title>Contact</title>')
    expect(response.headers['cache-control']).toBe('private, max-age=60')
  })

  it.each([
    ['/contact/', '/contact'],
    ['/contact/?service=ai&a=?', '/contact?service=ai&a=?'],
    ['/dashboard/clients/7f3c/', '/dashboard/clients/7f3c'],
  ])('%s leads to %s', async (path, target) => {
    const response = await get(path)
    expect([response.statusCode, response.headers.location]).toEqual([308, target])
  })

  it.each([
    '/nowhere',
    '/nowhere/',
    '//example.com/',
    '/dashboard/nowhere',
    '/contact/index.html',
    '/index.html',
    '/404',
    '/site.json',
    '/index.html.br',
    '/assets/app-BzMqoG2y.js.gz',
    '/assets/old-1234.js',
    '/assets/',
  ])('%s is the 404 page, with status 404', async (path) => {
    const response = await get(path, { 'if-none-match': '*', range: 'bytes=0-3' })
    expect(response.statusCode).toBe(404)
    expect(response.body).toBe('<title>Page Not Found</title>')
    expect(response.headers.location).toBeUndefined()
  })

  it('a file may have any name, and an address that cannot be read is refused', async () => {
    const response = await get('/assets/price%20list:%202026.txt?from=mail')
    expect([response.statusCode, response.body]).toEqual([200, 'From $249'])
    for (const address of ['/assets/%E0%A4%A', '/%zz', '/%']) expect((await get(address)).statusCode).toBe(400)
  })

  it('answers HEAD like GET, without the body', async () => {
    const response = await (await serve()).inject({ method: 'HEAD', url: '/contact' })
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(response.headers['content-length']).toBe(String(files['contact/index.html']?.length))
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('takes no %s', async (method) => {
    for (const url of ['/contact', '/nowhere']) {
      const headers = { 'content-type': 'application/x-unknown' }
      const response = await (await serve()).inject({ method, url, headers, payload: 'x' })
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD'])
    }
  })

  it('leaves the other services their paths', async () => {
    expect((await get('/health')).json()).toEqual({ status: 'ok' })
  })
})

describe('files', () => {
  it('those named after their content are kept for ever, the others for an hour', async () => {
    const script = await get('/assets/app-BzMqoG2y.js')
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  it('come compressed as the browser likes', async () => {
    const script = files['assets/app-BzMqoG2y.js']
    const brotli = await get('/assets/app-BzMqoG2y.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
    const gzip = await get('/contact', { 'accept-encoding': 'gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(files['contact/index.html'])
    const plain = await get('/contact', { 'accept-encoding': 'br;q=0' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const response of [brotli, gzip, plain]) expect(response.headers.vary).toBe('accept-encoding')
    expect(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3)
  })

  it('stay those of the start while a new build is made', async () => {
    const server = await serve()
    await removePages()
    expect((await server.inject('/contact')).body).toBe(files['contact/index.html'])
    expect((await server.inject('/assets/app-BzMqoG2y.js')).body).toBe(files['assets/app-BzMqoG2y.js'])
    const gzip = await server.inject({ url: '/assets/app-BzMqoG2y.js', headers: { 'accept-encoding': 'gzip' } })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(files['assets/app-BzMqoG2y.js'])
  })

  it('are not sent again while they are unchanged', async () => {
    for (const path of ['/contact', '/assets/app-BzMqoG2y.js', '/dashboard']) {
      const first = await get(path)
      const second = await get(path, { 'if-none-match': String(first.headers.etag) })
      expect([second.statusCode, second.body]).toEqual([304, ''])
      expect(second.headers['cache-control']).toBe(first.headers['cache-control'])
    }
  })

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/assets/%00/../../../secret.txt',
  ])('outside the site stay there: %s', async (path) => {
    // Sent as raw bytes, because HTTP clients normalise such paths.
    const url = await (await serve()).listen({ port: 0 })
    const response = await raw(
      Number(new URL(url).port),
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(response).not.toMatch(/secret$/)
  })
})

describe('the address of the site', () => {
  const elsewhere = { siteUrl: 'https://acme.test' }

  it('is that of the build where it was built for this one', async () => {
    expect((await get('/robots.txt')).body).toBe(files['robots.txt'])
  })

  it('is put in where the build was made for another', async () => {
    const server = await serve(elsewhere)
    expect((await server.inject('/robots.txt')).body).toBe('User-agent: *\nSitemap: https://acme.test/sitemap.xml\n')
    expect((await server.inject('/.well-known/security.txt')).body).toBe(
      'Contact: https://acme.test/contact\nCanonical: https://acme.test/.well-known/security.txt\n',
    )
  })

  it('is the same in every encoding', async () => {
    const server = await serve(elsewhere)
    const { body } = await server.inject('/robots.txt')
    const get = (encoding: string) => server.inject({ url: '/robots.txt', headers: { 'accept-encoding': encoding } })
    expect(brotliDecompressSync((await get('br')).rawPayload).toString()).toBe(body)
    expect(gunzipSync((await get('gzip')).rawPayload).toString()).toBe(body)
  })

  it('counts as a change for browsers that have the page', async () => {
    const [here, there] = [await serve(), await serve(elsewhere)]
    const etag = async (server: FastifyInstance, url: string) => (await server.inject(url)).headers.etag
    expect(await etag(there, '/robots.txt')).not.toBe(await etag(here, '/robots.txt'))
    expect(await etag(there, '/favicon.svg')).toBe(await etag(here, '/favicon.svg'))
  })
})

it.each([
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
])('%s is %s', async (path, type) => {
  expect((await get(path)).headers['content-type']).toBe(type)
})

it('says so where the pages have not been built', async () => {
  const server = await serve({ siteDir: 'nowhere' })
  const response = await server.inject('/')
  expect(response.statusCode).toBe(503)
  expect(response.body).toContain('have not been built')
  expect((await server.inject('/health')).statusCode).toBe(200)
})

function raw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (chunk) => {
      response += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(response))
  })
}
