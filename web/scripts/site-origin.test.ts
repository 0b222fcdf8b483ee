import { expect, it } from 'vitest'
import { siteOrigin } from './site-origin.ts'

it.each([
  [undefined, 'http://localhost:3000'],
  ['', 'http://localhost:3000'],
  ['https://mainstreet.test/', 'https://mainstreet.test'],
  ['http://localhost:8080', 'http://localhost:8080'],
])('for %s it is %s', (siteUrl, origin) => {
  expect(siteOrigin(siteUrl)).toBe(origin)
})

it.each(['mainstreet.test', 'ftp://mainstreet.test', 'https://'])('%s is no address', (siteUrl) => {
  expect(() => siteOrigin(siteUrl)).toThrow('SITE_URL should be an address such as https://example.com.')
})
