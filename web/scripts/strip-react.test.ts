import { expect, it } from 'vitest'
import { stripReact } from './strip-react.ts'

const built =
  '<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/a.css"/>' +
  '<script type="application/ld+json">{"@type":"WebSite"}</script></head><body><p>Hello</p>' +
  '<script>window.__reactRouterContext = {}</script><script type="module" async="">import "/assets/a.js";</script>' +
  '<!--$--><script>go()</script><!--/$--></body></html>'

it('takes React out, and leaves styles and data in', () => {
  const page = stripReact(built, '/assets/site.js')
  expect(page).toContain(
    '<head><link rel="stylesheet" href="/assets/a.css"/><script type="application/ld+json">{"@type":"WebSite"}</script>' +
      '<script type="module" src="/assets/site.js"></script>',
  )
  expect(page).toContain('<body><p>Hello</p></body>')
})
