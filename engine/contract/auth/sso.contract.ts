import { constants, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { browser, call, claimsOf, confirmedPerson, refresh, signIn } from './people.ts'
import {
  administerSso,
  encrypted,
  handIn,
  readRequest,
  samlIdentityProvider,
  service,
} from './saml-identity-provider.ts'

const app = 'https://one.example.com/portal/welcome'

const south = samlIdentityProvider('south')
let southId = ''
beforeAll(async () => {
  const { status, body } = await administerSso('POST', '', {
    type: 'saml',
    metadata_xml: south.metadata,
    domains: [south.domain],
    attribute_mapping: {
      keys: {
        name: { name: 'displayName' },
        department: { names: ['ou', 'department'], default: 'unknown' },
        groups: { name: 'memberOf', array: true },
      },
    },
  })
  expect(status).toBe(201)
  southId = body.id
})

/** Somebody of South who asks to sign in, as their identity provider sees the request. */
async function asking(options: { client?: ReturnType<typeof browser>; redirectTo?: string } = {}) {
  const { client = browser(), redirectTo = app } = options
  const { data, error } = await client.auth.signInWithSSO({ domain: south.domain, options: { redirectTo } })
  if (error) throw error
  return readRequest(data.url)
}

const colleague = (name: string) => ({ id: randomUUID(), email: `${name}-${randomUUID().slice(0, 8)}@${south.domain}` })

const userOf = async ({ access_token = '' }: Record<string, string>) => {
  const { data, error } = await browser().auth.getUser(access_token)
  if (error) throw error
  return data.user
}

describe('signing in at one’s organisation', () => {
  it('leads through its identity provider and back to the app', async () => {
    const cleo = colleague('cleo')
    const request = await asking()
    expect(request.isSigned).toBe(true)
    expect(request.xml).toContain(`AssertionConsumerServiceURL="${service}/sso/saml/acs"`)
    const attributes = { displayName: 'Cleo', department: 'Sales', memberOf: ['staff', 'admins'] }
    const { status, location, fragment } = await handIn(
      south.answer({ ...cleo, attributes }, request),
      request.relayState,
    )
    expect(status).toBe(302)
    expect(location.href).toMatch(`${app}#`)
    expect(claimsOf({ access_token: fragment.access_token ?? '' })).toMatchObject({
      amr: [{ method: 'sso/saml', provider: southId, timestamp: expect.any(Number) }],
      app_metadata: { provider: `sso:${southId}`, providers: [`sso:${southId}`] },
    })
    expect(await userOf(fragment)).toMatchObject({
      email: cleo.email,
      user_metadata: { name: 'Cleo', custom_claims: { department: 'Sales', groups: ['staff', 'admins'] } },
      identities: [{ id: cleo.id, provider: `sso:${southId}`, identity_data: { iss: south.entityId, sub: cleo.id } }],
    })
    const refreshed = await refresh(fragment.refresh_token ?? '')
    expect(claimsOf(refreshed.body).amr).toMatchObject([{ method: 'sso/saml', provider: southId }])
  })

  it('with PKCE brings a code', async () => {
    const client = browser('pkce')
    const request = await asking({ client })
    const { query } = await handIn(south.answer(colleague('dora'), request), request.relayState)
    const { data, error } = await client.auth.exchangeCodeForSession(query.code ?? '')
    expect(error).toBeNull()
    expect(claimsOf(data.session ?? { access_token: '' }).amr).toMatchObject([
      { method: 'sso/saml', provider: southId },
    ])
  })

  it('finds the same account the next time, by the provider’s id as well', async () => {
    const emma = colleague('emma')
    const first = await asking()
    const one = await userOf((await handIn(south.answer(emma, first), first.relayState)).fragment)
    const { data } = await browser().auth.signInWithSSO({ providerId: southId, options: { redirectTo: app } })
    const second = await readRequest(data?.url ?? '')
    const signedResponse = south.answer(emma, second, { sign: 'response' })
    const other = await userOf((await handIn(signedResponse, second.relayState)).fragment)
    expect(other.id).toBe(one.id)
  })

  it('may begin there, too', async () => {
    const { location, fragment } = await handIn(south.answer(colleague('fred'), undefined), app)
    expect(location.href).toMatch(app)
    expect(fragment).toHaveProperty('access_token')
    const elsewhere = await handIn(south.answer(colleague('fred'), undefined), 'https://evil.example/')
    expect(elsewhere.location.origin).toBe(new URL(engine.url).origin)
  })

  it('leads to nobody’s account but the organisation’s own, whatever the address', async () => {
    const { email } = await confirmedPerson('gina')
    const request = await asking()
    const user = await userOf(
      (await handIn(south.answer({ id: randomUUID(), email }, request), request.relayState)).fragment,
    )
    expect(user.email).toBe(email)
    expect((await signIn(email)).user.id).not.toBe(user.id)
  })

  it.each([
    ['signed inside', 'assertion', {}],
    ['signed as a whole', 'response', {}],
    [
      'in the older way',
      'assertion',
      { cipher: 'aes-256-cbc', algorithm: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc' },
    ],
  ] as const)('may be encrypted, %s', async (_, sign, how) => {
    const request = await asking()
    const ida = colleague('ida')
    const unsigned = south.answer(ida, request, { sign: 'nothing' })
    const answer =
      sign === 'response'
        ? south.sign(await encrypted(unsigned, how), 'Response')
        : await encrypted(south.answer(ida, request), how)
    expect(answer).not.toContain(ida.email)
    expect(await userOf((await handIn(answer, request.relayState)).fragment)).toMatchObject({ email: ida.email })
  })

  it('ends when it ends there', async () => {
    const request = await asking()
    const over = south.answer(colleague('hugo'), request, { sessionEnds: new Date(Date.now() - 1000) })
    const { fragment } = await handIn(over, request.relayState)
    expect(await call('GET', '/user', { token: fragment.access_token ?? '' })).toMatchObject({
      status: 403,
      body: { code: 'session_not_found' },
    })
  })

  it('gives people no password here', async () => {
    const request = await asking()
    const { fragment } = await handIn(south.answer(colleague('ida'), request), request.relayState)
    const { access_token: token = '' } = fragment
    expect(await call('PUT', '/user', { token, body: { password: 'a new password' } })).toMatchObject({
      status: 422,
      body: { code: 'user_sso_managed' },
    })
  })

  it('needs an address, and a name that is the same tomorrow', async () => {
    const bare = await asking()
    expect((await handIn(south.answer({ id: randomUUID() }, bare), bare.relayState)).query).toMatchObject({
      error_code: 'saml_assertion_no_email',
      error_description: 'SAML Assertion does not contain an email address',
    })
    const fleeting = await asking()
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    const answer = south.answer(colleague('jan'), fleeting, { nameIdFormat })
    expect((await handIn(answer, fleeting.relayState)).query.error_code).toBe('saml_assertion_no_user_id')
  })

  it.each([
    [{}, 400, 'validation_failed', 'A provider_id or domain needs to be provided'],
    [
      { provider_id: randomUUID(), domain: 'x' },
      400,
      'validation_failed',
      'Only one of provider_id or domain supported',
    ],
    [{ provider_id: randomUUID() }, 404, 'sso_provider_not_found', 'No such SSO provider'],
    [{ domain: 'nobody.test' }, 404, 'sso_provider_not_found', 'No SSO provider assigned for this domain'],
  ])('with %o is refused', async (body, status, code, message) => {
    expect(await call('POST', '/sso', { body })).toMatchObject({ status, body: { code, message } })
  })
})

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
    // The signature does not cover comments, so this is allowed to come in: as who was signed, not as the boss.
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
