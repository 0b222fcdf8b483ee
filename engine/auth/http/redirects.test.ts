import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../kernel/config/environment-variables.ts'
import { authSettings } from '../auth-settings.ts'
import { coreSection } from '../sections/core-section.ts'
import { firstAllowed, isAllowed } from './redirects.ts'

const shop = 'https://shop.test'
type Section = { site_url?: string; additional_redirect_urls?: string[] }
type Environment = { env?: Record<string, string>; site?: { dir: string } }

function settingsOf(section: Section, { env = {}, site }: Environment = {}) {
  return authSettings(parseConfig(env, { name: 'Engine', ...(site && { site }) }), coreSection.parse(section))
}

describe('the site', () => {
  it.each([
    ['that config.toml names', { site_url: `${shop}/` }, {}, shop],
    ['of an app', { site_url: 'com.shop.app://callback/' }, {}, 'com.shop.app://callback/'],
    [
      'of SITE_URL, whatever config.toml says',
      { site_url: shop },
      { env: { SITE_URL: 'https://north.test' } },
      'https://north.test',
    ],
    [
      'of the pages that the program brings',
      { site_url: shop },
      { env: { PORT: '8080' }, site: { dir: 'build' } },
      'http://localhost:8080',
    ],
    ['at the engine itself where nobody says anything', {}, { env: { PORT: '8080' } }, 'http://localhost:8080'],
    ['beside services that are elsewhere', { site_url: shop }, { env: { API_EXTERNAL_URL: 'https://api.test' } }, shop],
  ])('is the one %s', (_, section, environment, siteUrl) => {
    expect(settingsOf(section, environment)).toMatchObject({ siteUrl })
    expect(firstAllowed(['https://evil.test'], settingsOf(section, environment))).toBe(siteUrl)
  })

  it('must be an address', () => {
    expect(() => settingsOf({ site_url: 'shop' })).toThrow('auth.site_url should be an address')
  })

  it('is apart from where links are opened, and tokens are from', () => {
    const issuer = (environment: Environment) => settingsOf({ site_url: shop }, environment)
    const elsewhere = { issuer: 'https://api.test/auth/v1', tokenIssuer: 'https://api.test/auth/v1' }
    expect(issuer({ env: { API_EXTERNAL_URL: 'https://api.test/' } })).toMatchObject(elsewhere)
    expect(issuer({ env: { PORT: '54321' } }).issuer).toBe('http://localhost:54321/auth/v1')
    expect(issuer({ env: { SITE_URL: 'https://north.test' } }).issuer).toBe('https://north.test/auth/v1')
  })
})

describe('where a link may lead', () => {
  const settings = settingsOf({
    site_url: shop,
    additional_redirect_urls: [
      'https://exact.test/in',
      'https://*.preview.test/**',
      'https://page?.test',
      'https://class[a-c].test',
      'https://{one,two}.test/*',
      'http://localhost:5173/**',
      'https://bücher.test/**',
      'com.shop.app://**',
      'com.my_shop.app://callback',
      'exp://192.168.*.*:8081',
    ],
  })
  const local = settingsOf({ site_url: 'http://127.0.0.1:3000' })

  it.each([
    `${shop}/anything?code=1#here`,
    'https://exact.test/in',
    'https://exact.test/in#recovered',
    'https://a.preview.test/deep/page?x=1',
    'https://page1.test',
    'https://classb.test',
    'https://two.test/in',
    'http://localhost:5173/',
    'http://127.0.0.1:4321/in',
    'http://[::1]:4321/in',
    'com.shop.app://reset/password',
    'com.my_shop.app://callback',
    'exp://192.168.0.17:8081',
  ])('to %s', (target) => expect(isAllowed(target, settings)).toBe(true))

  it.each([
    'https://shop.test:8443/',
    'http://shop.test/',
    'https://exact.test/in/',
    'https://exact.test/in?x=1',
    'https://a.b.preview.test/',
    'https://page.test',
    'https://pageab.test',
    'https://classd.test',
    'https://three.test/in',
    'https://two.test/in/deep',
    'http://localhost:5174/',
    'http://10.0.0.1/',
    'http://2130706433/127.0.0.1',
    'http://0x7f.1/',
    'https://bücher.test/in',
    'https://one。test/in',
    'https:one.test/in',
    'https:///a.preview.test/in',
    'https://shop.test@evil.test/',
    'https://evil.test\\@shop.test/',
    '\thttps://shop.test/',
    'com.other.app://callback',
    'com.my_shop.app://callback/deep',
    'javascript:alert(1)',
    'nowhere',
    '',
  ])('not to %j', (target) => expect(isAllowed(target, settings)).toBe(false))

  it('on this machine to any port, since apps choose theirs', () => {
    expect(isAllowed('http://127.0.0.1:5173/in', local)).toBe(true)
    expect(isAllowed('http://localhost:5173/in', local)).toBe(false)
    expect(isAllowed('http://localhost:5173/in', settingsOf({ site_url: 'http://localhost:3000' }))).toBe(true)
  })
})
