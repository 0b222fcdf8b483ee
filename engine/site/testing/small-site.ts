import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach } from 'vitest'
import type { Slots } from '../../kernel/page-slots.ts'
import type { site } from '../index.ts'
import { serveSite } from './serve-site.ts'

/** The hash of the inline script in the app's page. */
export const HASH = "'sha256-X+PV4o5mNco/Pvq+pI48kE+2DEZFB7C85wagfp0G5Bc='"

export const files: Record<string, string> = {
  'site.json': JSON.stringify({
    pages: { '/': 'index.html', '/contact': 'contact/index.html', '/found': 'found/index.html' },
    app: { '/dashboard': 'shell.html', '/dashboard/clients/:clientId': 'shell-of-clients.html' },
    notFound: '404/index.html',
    csp: { 'index.html': [], 'shell.html': [HASH], 'shell-of-clients.html': [HASH] },
    address: { origin: 'http://localhost:3000', files: ['robots.txt', '.well-known/security.txt'] },
  }),
  'index.html': '<title>Home</title>',
  'contact/index.html': '<title>Contact</title>',
  'shell.html': '<title>Portal</title>',
  'shell-of-clients.html': '<title>Clients in the portal</title>',
  '404/index.html': '<title>Page Not Found</title>',
  'assets/app-BzMqoG2y.js': `console.info('${'x'.repeat(500)}')`,
  'assets/price list: 2026.txt': 'From $249',
  'found/index.html': '<title>Shop</title><a href="mailto:ask@shop.test">ask@shop.test</a>',
  'found/index.html.template':
    '<title>{{ .name }}</title>{{ if .email }}<a href="mailto:{{ .email }}">{{ .email }}</a>{{ else }}By the form{{ end }}' +
    '<script type="application/ld+json">{"name":"{{ js .name }}","url":"http://localhost:3000/"}</script>',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'robots.txt': 'User-agent: *\nSitemap: http://localhost:3000/sitemap.xml\n',
  '.well-known/security.txt':
    'Contact: http://localhost:3000/contact\nCanonical: http://localhost:3000/.well-known/security.txt\n',
  'sitemap.xml': '<urlset/>',
  'manifest.webmanifest': '{"name":"Shop"}',
  'manifest.webmanifest.template': '{"name":"{{ js .name }}"}',
}

type Options = { siteUrl?: string; siteDir?: string; slots?: Slots } & Parameters<typeof site>[1]

/** A small site that is rebuilt for each test of a file, and servers for it. */
export function smallSite() {
  let root = ''
  const servers: FastifyInstance[] = []
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'site-'))
    await writeFile(join(root, 'secret.txt'), 'secret')
    for (const [name, text] of Object.entries(files)) {
      const file = join(root, 'client', name)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
      await writeFile(`${file}.br`, brotliCompressSync(text))
      await writeFile(`${file}.gz`, gzipSync(text))
    }
  })
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()))
    await rm(root, { recursive: true })
  })

  async function serve({ siteUrl = 'http://localhost:3000', siteDir = 'client', ...options }: Options = {}) {
    const app = await serveSite({ siteUrl, dir: join(root, siteDir), ...options })
    servers.push(app)
    return app
  }

  return {
    serve,
    get: async (url: string, headers: Record<string, string> = {}) => (await serve()).inject({ url, headers }),
    /** Removes the pages, as the start of a new build does. */
    removePages: () => rm(join(root, 'client'), { recursive: true }),
  }
}
