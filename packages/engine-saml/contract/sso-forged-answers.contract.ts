import { constants } from 'node:crypto'
import { engine, userOf } from 'engine/testing/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { encrypted, handIn, samlIdentityProvider } from './saml-identity-provider.ts'
import { asking, colleague, registerSouth, south } from './sso-scene.ts'

beforeAll(registerSouth)

describe('an answer that nobody can trust', () => {
  const mallory = samlIdentityProvider('mallory')
  const rsa15 = {
    keyAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
    padding: constants.RSA_PKCS1_PADDING,
  }
  const invalid = {
    error: 'invalid_request',
    error_code: 'validation_failed',
    error_description: 'SAML Assertion is not valid',
  }

  it.each([
    ['that nobody signed', { sign: 'nothing' }],
    ['that somebody else signed', { signedBy: mallory }],
    ['for another service', { audience: 'https://other.test/metadata' }],
    ['for another address', { recipient: 'https://other.test/acs' }],
    ['of another issuer', { issuer: mallory.entityId }],
    ['to another request', { inResponseTo: '_another' }],
    ['to no request', { inResponseTo: undefined }],
    ['that is over', { notOnOrAfter: new Date(Date.now() - 120_000) }],
  ] as const)('%s', async (_, twist) => {
    const request = await asking()
    const { status, location, query } = await handIn(
      south.answer(colleague('thief'), request, twist),
      request.relayState,
    )
    expect(status).toBe(303)
    expect(location.origin).toBe(new URL(engine.url).origin)
    expect(query).toEqual(invalid)
  })

  it.each([
    ['by nobody who signed it', { sign: 'nothing' }, {}],
    ['by somebody else', { signedBy: mallory }, {}],
    ['by a padding that tells strangers of the key', {}, rsa15],
  ] as const)('because it is encrypted %s', async (_, twist, how) => {
    const request = await asking()
    const answer = await encrypted(south.answer(colleague('thief'), request, twist), how)
    expect((await handIn(answer, request.relayState)).query).toEqual(invalid)
  })

  it('because it was changed after it was signed', async () => {
    const request = await asking()
    const boss = colleague('boss')
    const thief = colleague('thief')
    const changed = south.answer(thief, request).replace(thief.email, boss.email)
    expect((await handIn(changed, request.relayState)).query).toEqual(invalid)
  })

  it('because an unsigned assertion stands before the signed one', async () => {
    const request = await asking()
    const signed = south.answer(colleague('thief'), request)
    const [forged = ''] =
      /<saml:Assertion.*<\/saml:Assertion>/s.exec(south.answer(colleague('boss'), request, { sign: 'nothing' })) ?? []
    const wrapped = signed.replace('<saml:Assertion', `${forged}<saml:Assertion`)
    expect((await handIn(wrapped, request.relayState)).query).toEqual(invalid)
    const inside = await asking()
    const own = south.answer(colleague('thief'), inside)
    const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(own) ?? []
    const nested = own.replace(
      assertion,
      forged.replace('</saml:Issuer>', `</saml:Issuer><saml:Advice>${assertion}</saml:Advice>`),
    )
    expect((await handIn(nested, inside.relayState)).query).toEqual(invalid)
  })

  it('because its name has a comment in it, and ends there for careless readers', async () => {
    const boss = colleague('boss')
    const request = await asking()
    const answer = south.answer({ id: `${boss.id}.evil`, email: boss.email }, request)
    const commented = answer.replace(`${boss.id}.evil`, `${boss.id}<!-- -->.evil`)
    const { fragment } = await handIn(commented, request.relayState)
    // A signature does not cover XML comments, so this response is accepted: for the signed name, not for the boss's.
    expect((await userOf(fragment)).identities).toMatchObject([{ id: `${boss.id}.evil` }])
  })

  it('because it declares entities', async () => {
    const request = await asking()
    const answer = `<!DOCTYPE x [<!ENTITY a "b">]>${south.answer(colleague('thief'), request)}`
    expect((await handIn(answer, request.relayState)).query).toMatchObject({ error_code: 'validation_failed' })
    expect((await handIn(answer, '')).query).toMatchObject({ error_code: 'validation_failed' })
  })

  it('because it comes a second time', async () => {
    const request = await asking()
    const answer = south.answer(colleague('kim'), request)
    expect((await handIn(answer, request.relayState)).fragment).toHaveProperty('access_token')
    expect((await handIn(answer, request.relayState)).query).toMatchObject({
      error_code: 'saml_relay_state_not_found',
      error_description: 'SAML RelayState does not exist, try logging in again?',
    })
    const unasked = south.answer(colleague('leo'), undefined)
    expect((await handIn(unasked, '')).fragment).toHaveProperty('access_token')
    expect((await handIn(unasked, '')).query.error_description).toBe('SAML Assertion has already been used')
  })

  it('because it was stolen on its way to somebody else', async () => {
    const request = await asking()
    const stolen = south.answer(colleague('mia'), request)
    const thief = await asking()
    expect((await handIn(stolen, thief.relayState)).query).toEqual(invalid)
    expect((await handIn(stolen, '')).query).toEqual(invalid)
  })

  it.each([
    ['without an assertion', '', 'SAMLResponse is missing'],
    ['that is no XML', 'hello', 'SAML Assertion is not valid'],
  ])('%s', async (_, response, description) => {
    expect((await handIn(response, '')).query.error_description).toBe(description)
  })

  it('of an organisation that nobody knows', async () => {
    expect((await handIn(mallory.answer(colleague('thief'), undefined), '')).query).toMatchObject({
      error_code: 'saml_idp_not_found',
      error_description: 'A SAML connection has not been established with this Identity Provider',
    })
  })

  it('with a relay state that is none', async () => {
    expect((await handIn(south.answer(colleague('thief'), undefined), 'not a url')).query.error_description).toBe(
      'SAML RelayState is not a valid UUID or URL',
    )
  })
})
