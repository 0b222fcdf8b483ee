import { randomUUID } from 'node:crypto'
import { app, browser, call, claimsOf, confirmedPerson, engine, refresh, signIn, userOf } from 'engine/testing/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { encrypted, handIn, readRequest, service } from './saml-identity-provider.ts'
import { asking, colleague, registerSouth, south } from './sso-scene.ts'

let southId = ''
beforeAll(async () => {
  southId = await registerSouth()
})

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
