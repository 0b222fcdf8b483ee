import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { serveSite } from 'engine/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareForHost } from '../../scripts/hosted-pages.ts'
import { startFileHost } from '../start-proxy.ts'
import { startPagesHost } from './static-file-host.ts'

/** Compares how a static host serves a small build by the files of deploy/hosted with how the engine serves it. */
const project = { url: 'https://project.supabase.test', key: 'sb_publishable_key' }
const HASH = "'sha256-X+PV4o5mNco/Pvq+pI48kE+2DEZFB7C85wagfp0G5Bc='"
const page = (title: string) => `<head><meta charSet="utf-8"/><title>${title}</title></head>`
const files = {
  'index.html': page('Home'),
  'pricing.html': page('Pricing'),
  'pricing.html.template': page('{{ .name }}'),
  'services.html': page('Services'),
  'services/design.html': page('Design'),
  'dashboard.html': page('Portal'),
  'dashboard/clients.html': page('Clients'),
  '__spa-fallback.html': page('Any screen'),
  'for.html': page('Your projects'),
  '404.html': page('Page Not Found'),
  'assets/app-BzMqoG2y.js': 'app()',
  'assets/app-BzMqoG2y.js.gz': gzipSync('app()').toString('latin1'),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'site.json': JSON.stringify({
    pages: {
      '/': 'index.html',
      '/pricing': 'pricing.html',
      '/services': 'services.html',
      '/services/design': 'services/design.html',
    },
    app: { '/dashboard': 'dashboard.html', '/dashboard/clients': 'dashboard/clients.html' },
    notFound: '404.html',
    csp: { 'index.html': [], 'pricing.html': [HASH], '404.html': [] },
  }),
}
let dir = ''
let engine: Record<string, unknown> = {}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'static-hosts-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true })
    await writeFile(join(dir, name), text, name.endsWith('.gz') ? 'latin1' : 'utf8')
  }
  await prepareForHost(dir, project)
  const app = await serveSite({ siteUrl: 'https://www.example.com', dir })
  engine = (await app.inject('/pricing')).headers
  await app.close()
})
afterAll(() => rm(dir, { recursive: true }))

/** Headers that describe the response itself, not what a browser may do with it. */
const ofTheAnswer = ['content-type', 'content-length', 'content-encoding', 'vary', 'etag', 'date', 'connection']

describe.each(['Caddy', 'nginx', 'Netlify', 'Cloudflare'] as const)('on %s', (host) => {
  let running: AsyncDisposable & { url: string }
  beforeAll(async () => {
    running =
      host === 'Caddy' || host === 'nginx' ? await startFileHost(host, dir) : await startPagesHost(dir, { host })
  })
  afterAll(() => running[Symbol.asyncDispose]())
  const ask = (path: string) => fetch(running.url + path, { redirect: 'manual' })

  it.each([
    ['/', 200, 'Home'],
    ['/pricing', 200, 'Pricing'],
    ['/pricing?plan=growth', 200, 'Pricing'],
    ['/services/design', 200, 'Design'],
    ['/dashboard', 200, 'Portal'],
    ['/dashboard/clients', 200, host === 'Cloudflare' ? 'Any screen' : 'Clients'],
    ['/dashboard/clients/17', 200, 'Any screen'],
    ['/for/Xo_3-k', 200, 'Your projects'],
    ['/nowhere', 404, 'Page Not Found'],
    ['/nowhere/at/all', 404, 'Page Not Found'],
    ['/assets/gone-00000000.js', 404, 'Page Not Found'],
    ['/_headers', 404, 'Page Not Found'],
    ['/_redirects', 404, 'Page Not Found'],
  ])('%s is %i, the page %s', async (path, status, title) => {
    const response = await ask(path)
    expect([response.status, /<title>(.*)<\/title>/.exec(await response.text())?.[1]]).toEqual([status, title])
  })

  it.each(['/pricing/', '/services/', '/services/design/?a=1'])(
    '%s leads to the one address of its page',
    async (path) => {
      const response = await ask(path)
      const { pathname, search } = new URL(response.headers.get('location') ?? '', running.url)
      expect([response.status, pathname + search]).toEqual([308, path.replace(/\/(?=\?|$)/, '')])
    },
  )

  it('leads nobody to another host', async () => {
    for (const path of ['//evil.test/', '/%5Cevil.test/', '/a%0d%0ab:c/']) {
      const location = (await ask(path)).headers.get('location')
      expect(new URL(location ?? '/', running.url).origin).toBe(running.url)
    }
  })

  it('says of a page what the engine says', async () => {
    const { headers } = await ask('/pricing')
    const promised = Object.entries(engine).filter(
      ([name]) => ![...ofTheAnswer, 'content-security-policy', 'cache-control'].includes(name),
    )
    expect(promised.length).toBeGreaterThan(10)
    expect(Object.fromEntries(promised.map(([name]) => [name, headers.get(name)]))).toEqual(
      Object.fromEntries(promised),
    )
    expect(headers.get('cache-control')).toMatch(/^no-cache$|max-age=0, must-revalidate/)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('has a client page kept by nobody, and its address told to nobody', async () => {
    const { headers } = await ask('/for/Xo_3-k')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toMatch(/(^|, )no-referrer$/)
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  it('has the files of a build kept for good, as long as there are any', async () => {
    expect((await ask('/assets/app-BzMqoG2y.js')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    )
    if (host === 'Caddy' || host === 'nginx')
      expect((await ask('/assets/gone-00000000.js')).headers.get('cache-control')).toBe('no-cache')
  })

  it('names the project, with a policy in each page that lets it be asked', async () => {
    const config = { supabaseUrl: project.url, supabaseAnonKey: project.key }
    expect(await (await ask('/config.json')).json()).toEqual(config)
    const html = await (await ask('/pricing')).text()
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? []
    expect(policy).toContain(`script-src 'self' ${HASH};`)
    expect(policy).toContain(`connect-src 'self' ${project.url} wss://project.supabase.test;`)
  })
})

it.each(['Caddy', 'nginx'] as const)('has no address on %s for what is no page', async (host) => {
  await using running = await startFileHost(host, dir)
  for (const path of ['/pricing.html', '/404.html', '/404', '/for', '/site.json', '/pricing.html.template'])
    expect([path, (await fetch(running.url + path, { redirect: 'manual' })).status]).toEqual([path, 404])
})

it.each(['Caddy', 'nginx'] as const)('sends from %s what the build has compressed', async (host) => {
  await using running = await startFileHost(host, dir)
  const response = await fetch(`${running.url}/assets/app-BzMqoG2y.js`, { headers: { 'accept-encoding': 'gzip' } })
  expect([response.headers.get('content-encoding'), await response.text()]).toEqual(['gzip', 'app()'])
})
