import { expect, it } from 'vitest'
import { parseManifest, preloadPortal } from './preload-portal.ts'

const shell =
  '<head><title>Mainstreet</title><link rel="preload" href="/assets/text.woff2" as="font" type="font/woff2"/>' +
  '<link rel="modulepreload" href="/assets/entry.client.js"/><link rel="stylesheet" href="/assets/root.css"/></head>' +
  '<body><p>Loading...</p><script>window.context = {}</script><script type="module">import "/assets/a.js"</script></body>'

const manifest = parseManifest(
  `window.manifest=${JSON.stringify({
    routes: {
      'portal/clients/clients-route': {
        module: '/assets/clients.js',
        imports: ['/assets/react.js', '/assets/me.js'],
        css: ['/assets/list.css'],
      },
    },
  })};`,
)

const start = { module: '/assets/start.js', imports: ['/assets/react.js'], css: ['/assets/night.css'] }
const portal = { manifest, start, askAhead: 'ask()', prefetchScript: '/assets/prefetch.js' }
const requests = { narrowed: [], whole: [{ method: 'GET', path: '/rest/v1/clients?a=1&b=2', headers: {} }] }
const named = (html: string) => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file)

it('names what a screen needs, each once, then the two scripts, and no fonts', () => {
  expect(named(preloadPortal(shell, portal, requests, 'portal/clients/clients-route'))).toEqual([
    '/assets/root.css',
    '/assets/night.css',
    '/assets/list.css',
    '/assets/start.js',
    '/assets/react.js',
    '/assets/clients.js',
    '/assets/me.js',
    '/portal.webmanifest',
    '/assets/prefetch.js',
    '/assets/start.js',
  ])
})

it('has a place for the portal, and nothing of the start of React Router', () => {
  const [, body] = preloadPortal(shell, portal, requests).split('</head>')
  expect(body).toBe('<body><div id="portal"><p>Loading...</p></div></body>')
})

it('sends the first requests before everything else', () => {
  const [, script = ''] = preloadPortal(shell, portal, requests).split('<head>')
  expect(script).toMatch(/^<script data-requests="\{[^"]*a=1&amp;b=2[^"]*">ask\(\)<\/script><title>/)
})

it('names what every screen needs where the screen is not known', () => {
  expect(named(preloadPortal(shell, portal, requests))).not.toContain('/assets/clients.js')
})

it('fails where a screen has moved', () => {
  expect(() => preloadPortal(shell, portal, requests, 'portal/gone')).toThrow('does not know portal/gone')
})
