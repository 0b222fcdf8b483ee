import { expect, it } from 'vitest'
import { preloadPortal } from './preload-portal.ts'

const shell = '<head><link rel="modulepreload" href="/assets/react.js"/></head>'

it('names what the portal needs and the shell has not named, each once', () => {
  const routes = {
    'portal/portal-layout': { module: '/assets/layout.js', imports: ['/assets/react.js', '/assets/me.js'] },
  }
  expect(preloadPortal(shell, `window.manifest=${JSON.stringify({ routes })};`)).toBe(
    '<head><link rel="modulepreload" href="/assets/react.js"/>' +
      '<link rel="modulepreload" href="/assets/layout.js"/><link rel="modulepreload" href="/assets/me.js"/></head>',
  )
})

it('fails where the portal has moved', () => {
  expect(() => preloadPortal(shell, 'window.manifest={"routes":{}};')).toThrow('does not know the portal')
})
