import { expect, it } from 'vitest'
import { robots, securityTxt, sitemap } from './crawler-files.ts'
import { indexedPages } from './public-pages.ts'

const origin = 'https://mainstreet.test'

it('the sitemap has every page that is there to be found, and no other', () => {
  const addresses = [...sitemap(origin).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
  expect(addresses).toEqual(indexedPages.map(([path]) => origin + path))
  expect(addresses).toHaveLength(8)
})

it('robots.txt closes nothing, so that crawlers see the noindex of /auth and /dashboard, and leads to the sitemap', () => {
  expect(robots(origin)).toBe('User-agent: *\nAllow: /\n\nSitemap: https://mainstreet.test/sitemap.xml\n')
})

it('security.txt names the contact form, and a mail address only where there is one', () => {
  expect(securityTxt(origin, new Date('2026-01-01T00:00:00Z'))).toBe(
    [
      '{{ if .email }}Contact: mailto:{{ .email }}',
      '{{ end }}Contact: https://mainstreet.test/contact',
      'Expires: 2026-12-31T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://mainstreet.test/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})
