import { externalSection } from 'engine/feature'
import { expect, it } from 'vitest'
import { providerSettings } from './provider-settings.ts'

const settingsOf = (name: string, given: Record<string, unknown> = {}) => {
  const external = externalSection.parse({
    [name]: { enabled: true, client_id: 'ours', secret: 'secret', ...given },
  })
  return providerSettings(name, external, 'https://agency.test/auth/v1')
}

it.each([
  ['google', {}, 'https://accounts.google.com'],
  ['azure', {}, 'https://login.microsoftonline.com/common/v2.0'],
  ['azure', { url: 'https://login.microsoftonline.com/tenant' }, 'https://login.microsoftonline.com/tenant/v2.0'],
  ['azure', { url: 'https://login.microsoftonline.com/tenant/v2.0/' }, 'https://login.microsoftonline.com/tenant/v2.0'],
  ['keycloak', { url: 'https://keys.test/realms/north/' }, 'https://keys.test/realms/north'],
  ['okta', { url: 'https://north.okta.test/' }, 'https://north.okta.test/'],
  ['github', {}, undefined],
  ['keycloak', {}, undefined],
])('finds %s with %o at %s', (name, given, url) => {
  expect(settingsOf(name, given).url).toBe(url)
})

it('comes back to the service itself unless told otherwise', () => {
  expect(settingsOf('google').redirectUri).toBe('https://agency.test/auth/v1/callback')
  const redirect_uri = 'https://elsewhere.test/callback'
  expect(settingsOf('google', { redirect_uri }).redirectUri).toBe(redirect_uri)
})

it('takes the ID tokens of several apps', () => {
  expect(settingsOf('google', { client_id: 'web, ios,android' }).clientIds).toEqual(['web', 'ios', 'android'])
})

it.each([
  [{ enabled: false }, 'Unsupported provider: provider is not enabled'],
  [{ client_id: '' }, 'Unsupported provider: missing OAuth client ID'],
  [{ secret: '' }, 'Unsupported provider: missing OAuth secret'],
])('says what is missing in %o', (given, message) => {
  expect(() => settingsOf('google', given)).toThrow(message)
})
