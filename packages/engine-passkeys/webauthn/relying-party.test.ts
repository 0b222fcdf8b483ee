import { expect, it } from 'vitest'
import { relyingParty } from './relying-party.ts'

const site = 'https://acme.test:8443/'

it('is the site, unless the project says otherwise', () => {
  expect(relyingParty({ rp_origins: [] }, site)).toEqual({
    id: 'acme.test',
    name: 'acme.test',
    origins: ['https://acme.test:8443'],
  })
})

it('has the pages that the project names, written as browsers write them, and apps', () => {
  const rp_origins = ['https://App.acme.test/', 'android:apk-key-hash:c2hh']
  expect(relyingParty({ rp_id: 'acme.test', rp_display_name: 'Acme', rp_origins }, site)).toEqual({
    id: 'acme.test',
    name: 'Acme',
    origins: ['https://app.acme.test', 'android:apk-key-hash:c2hh'],
  })
})

it('has no page without an address', () => {
  expect(() => relyingParty({ rp_origins: ['https://'] }, site)).toThrow(/rp_origins has no address in https:\/\//)
})
