import { expect, it } from 'vitest'
import { parseManifest, preloadPortal } from './preload-portal.ts'

const shell =
  '<head><link rel="preload" href="/assets/text.woff2" as="font" type="font/woff2"/>' +
  '<link rel="modulepreload" href="/assets/react.js"/></head>'

const manifest = parseManifest(
  `window.manifest=${JSON.stringify({
    routes: {
      'portal/portal-layout': {
        module: '/assets/layout.js',
        imports: ['/assets/react.js', '/assets/me.js'],
        css: ['/assets/night.css'],
      },
      'portal/screen-layout': { module: '/assets/screen.js', imports: ['/assets/me.js'], css: [] },
      'portal/clients/clients-route': { module: '/assets/clients.js', imports: ['/assets/me.js'], css: [] },
    },
  })};`,
)

const portal = { manifest, prefetchScript: '/assets/prefetch.js' }
const named = (html: string) => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file)

it('names what a screen needs and the shell has not named, each once, and no fonts', () => {
  expect(named(preloadPortal(shell, portal, 'portal/clients/clients-route'))).toEqual([
    '/assets/react.js',
    '/assets/night.css',
    '/assets/layout.js',
    '/assets/me.js',
    '/assets/screen.js',
    '/assets/clients.js',
    '/config.json',
    '/assets/prefetch.js',
  ])
})

it('names what every screen needs where the screen is not known', () => {
  expect(named(preloadPortal(shell, portal))).not.toContain('/assets/clients.js')
})

it('fails where a screen has moved', () => {
  expect(() => preloadPortal(shell, portal, 'portal/gone')).toThrow('does not know portal/gone')
})
