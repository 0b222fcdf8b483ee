import { expect, it } from 'vitest'
import { enabledProviders, providerLabel } from './providers.ts'

it('offers the providers that are switched on, and nothing that is none', () => {
  const external = { anonymous_users: true, email: true, phone: true, github: true, google: false, okta: true }
  expect(enabledProviders({ external })).toEqual(['github', 'okta'])
})

it.each([undefined, null, 'no', {}, { external: null }, { external: { google: 'yes' } }])(
  'offers none by the answer %j',
  (settings) => {
    expect(enabledProviders(settings)).toEqual([])
  },
)

it.each([
  ['google', 'Google'],
  ['github', 'GitHub'],
  ['azure', 'Microsoft'],
  ['okta', 'Okta'],
])('calls %s %s', (name, label) => {
  expect(providerLabel(name)).toBe(label)
})
