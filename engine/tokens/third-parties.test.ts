import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadKeys } from './keys.ts'
import { foreignVerifier, thirdParties } from './third-parties.ts'
import { thirdPartySection } from './third-party-section.ts'
import { createTokens } from './tokens.ts'

const folder = await mkdtemp(join(tmpdir(), 'engine-third-'))
afterAll(() => rm(folder, { recursive: true }))
const keys = await generateKeyPair('RS256')
const strangersKeys = await generateKeyPair('RS256')
const issuer = 'https://securetoken.google.com/north'

// Stands in for the network, where only this issuer is.
beforeEach(async () => {
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' }
  const answers: Record<string, object> = {
    [`${issuer}/.well-known/openid-configuration`]: { issuer, jwks_uri: 'https://keys.test/jwks' },
    'https://keys.test/jwks': { keys: [jwk] },
  }
  vi.stubGlobal('fetch', async (asked: string | URL) =>
    Response.json(answers[String(asked)] ?? expect.fail(`${asked}?`)),
  )
})
afterEach(() => void vi.unstubAllGlobals())

const good = { iss: issuer, aud: 'north', sub: 'ana', role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60 }
const sign = (claims: JWTPayload, key = keys.privateKey) =>
  new SignJWT({ ...good, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key)

const partiesOf = (settings: object) => thirdParties(thirdPartySection.parse(settings))
const firebase = { firebase: { enabled: true, project_id: 'north' } }
const tokensWith = async (settings: object) =>
  createTokens(await loadKeys(join(folder, 'keys.json')), foreignVerifier(partiesOf(settings).parties))

describe('a token of a third party', () => {
  it('counts for data, and for no account here', async () => {
    const tokens = await tokensWith(firebase)
    const token = await sign({ session_id: 'of theirs' })
    for (let time = 0; time < 2; time++) {
      const claims = await tokens.verifyAny(token)
      expect(claims).toMatchObject({ sub: 'ana', role: 'authenticated', iss: issuer })
      expect(claims.session_id).toBeUndefined()
    }
    await expect(tokens.verify(token)).rejects.toMatchObject({ reason: 'signature' })
    expect(await tokens.verifyAny(tokens.anonKey)).toMatchObject({ role: 'anon' })
    expect(await tokens.verifyAny(await sign({ role: undefined }))).toMatchObject({ role: 'anon' })
  })

  it.each([
    ['somebody else signed', () => sign({}, strangersKeys.privateKey), 'signature'],
    ['is for another project of theirs', () => sign({ aud: 'south' }), 'claims'],
    ['is over', () => sign({ exp: 1 }), 'expired'],
    ['says it is the project’s own server', () => sign({ role: 'service_role' }), 'claims'],
    ['is of nobody who counts here', () => sign({ iss: 'https://elsewhere.test' }), 'signature'],
  ])('that %s is refused', async (_, token, reason) => {
    await expect((await tokensWith(firebase)).verifyAny(await token())).rejects.toMatchObject({ reason })
  })

  it('is none where the project has not switched it on', async () => {
    for (const settings of [{}, { firebase: { enabled: false, project_id: 'north' } }]) {
      await expect((await tokensWith(settings)).verifyAny(await sign({}))).rejects.toMatchObject({
        reason: 'signature',
      })
    }
  })
})

it('third parties are found by the names of the CLI', () => {
  const settings = {
    auth0: { enabled: true, tenant: 'north', tenant_region: 'eu' },
    aws_cognito: { enabled: true, user_pool_id: 'pool', user_pool_region: 'us-east-1' },
    clerk: { enabled: true, domain: 'north.clerk.accounts.dev' },
    workos: { enabled: true, issuer_url: 'https://api.workos.com/user_management/north/' },
    firebase: { enabled: true },
  }
  const { parties, unusable } = partiesOf(settings)
  expect(Object.fromEntries(parties.map(({ name, issuer }) => [name, issuer]))).toEqual({
    auth0: 'https://north.eu.auth0.com',
    aws_cognito: 'https://cognito-idp.us-east-1.amazonaws.com/pool',
    clerk: 'https://north.clerk.accounts.dev',
    workos: 'https://api.workos.com/user_management/north',
  })
  expect(unusable).toEqual(['firebase'])
  expect(partiesOf({}).parties).toEqual([])
})
