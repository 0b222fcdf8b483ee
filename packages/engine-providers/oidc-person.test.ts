import { describe, expect, it } from 'vitest'
import { oidcPerson } from './oidc-person.ts'

const common = 'https://login.microsoftonline.com/common/v2.0'
const oneTenant = 'https://login.microsoftonline.com/6f9e2b7a-0000-4000-8000-000000000000/v2.0'
const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad'

const verifiedBy = (issuer: string, claims: Record<string, unknown>) =>
  oidcPerson({ iss: issuer, sub: 'ana', email: 'Ana@North.test', ...claims }, issuer).emails[0]?.verified

describe('an address', () => {
  it.each([
    ['that the provider calls verified', true, true],
    ['that it calls so in words', 'true', true],
    ['that it says nothing of', undefined, false],
    ['that it calls unverified', false, false],
    ['that it calls unverified in words', 'false', false],
  ])('%s: %s', (_, email_verified, verified) => {
    expect(verifiedBy('https://accounts.google.com', { email_verified })).toBe(verified)
  })

  it.each([
    ['that any tenant may have made up', common, { email_verified: true }, false],
    ['whose domain the tenant owns', common, { xms_edov: true }, true],
    ['whose domain the tenant owns, in digits', common, { xms_edov: '1' }, true],
    ['whose domain the tenant does not own', oneTenant, { xms_edov: false }, false],
    ['of a private account', common, { tid: consumers }, true],
    ['of the one tenant that the project trusts', oneTenant, {}, true],
  ])('at Microsoft %s: verified %s', (_, issuer, claims, verified) => {
    expect(verifiedBy(issuer, claims)).toBe(verified)
  })

  it('is written in small letters, and there may be none', () => {
    const issuer = 'https://accounts.google.com'
    expect(oidcPerson({ iss: issuer, sub: 'ana', email: 'Ana@North.test' }, issuer).emails).toMatchObject([
      { address: 'ana@north.test' },
    ])
    expect(oidcPerson({ iss: issuer, sub: 'ana' }, issuer).emails).toEqual([])
  })
})

it('keeps what apps read of a person, and no more', () => {
  const issuer = 'https://accounts.google.com'
  const { claims } = oidcPerson(
    { iss: issuer, sub: '1', name: 'Ana', picture: 'https://p.test/a', hd: 'north.test', at_hash: 'x', exp: 1 },
    issuer,
  )
  expect(claims).toEqual({
    iss: issuer,
    sub: '1',
    provider_id: '1',
    name: 'Ana',
    full_name: 'Ana',
    picture: 'https://p.test/a',
    avatar_url: 'https://p.test/a',
    email_verified: false,
    phone_verified: false,
    custom_claims: { hd: 'north.test' },
  })
})
