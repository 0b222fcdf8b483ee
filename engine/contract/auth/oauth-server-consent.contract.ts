import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import {
  admitted,
  askForTokens,
  basic,
  callback,
  departure,
  letIn,
  otherApplication,
  pkce,
  question,
  refusedWith,
} from './other-application.ts'
import { admin, browser, call, signedInPerson, signIn } from './people.ts'

/** Somebody sets up an authenticator app, and proves it in this session. */
async function twoStep({ auth: { mfa } }: SupabaseClient) {
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  return mfa.challengeAndVerify({ factorId: data.id, code: new TOTP({ secret: data.totp.secret }).generate() })
}

describe('a question', () => {
  it('sends nobody to an address that the application has not registered, letter by letter', async () => {
    const { client_id } = await otherApplication()
    for (const redirect_uri of [
      `${callback}/`,
      `${callback}?more=1`,
      'https://app.other.test/callback/../callback',
      'HTTPS://app.other.test/callback',
      'https://evil.test/callback',
      '',
    ]) {
      const { status, to, response } = await departure({ client_id, redirect_uri, response_type: 'code' })
      expect([status, to], redirect_uri).toEqual([400, undefined])
      expect(response.headers.get('x-sb-error-code')).toBe('validation_failed')
    }
    const twice: [string, string][] = [
      ['client_id', client_id],
      ['redirect_uri', callback],
      ['redirect_uri', 'https://evil.test'],
    ]
    expect((await departure(twice)).to).toBeUndefined()
    for (const unknown of [randomUUID(), 'acme']) {
      expect((await departure({ client_id: unknown, redirect_uri: callback })).to).toBeUndefined()
    }
  })

  it.each([
    ['without a challenge', { code_challenge: '' }, 'PKCE flow requires both code_challenge and code_challenge_method'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, "code_challenge_method must be 'S256'"],
    ['with half a challenge', { code_challenge: 'too-short' }, /43 characters/],
    ['for a token at once', { response_type: 'token' }, 'only response_type=code is supported'],
    ['for more than there is', { scope: 'openid admin' }, 'unsupported scope: admin'],
    ['for a service that is none', { resource: 'nowhere' }, 'resource must be an absolute URI'],
    ['with too much to remember', { nonce: 'n'.repeat(256) }, 'nonce is too long'],
    ['with what no database keeps', { scope: 'openid\0' }, 'unsupported scope: openid\ufffd'],
  ])('%s is refused at the application’s own address', async (_what, changes, words) => {
    const { client_id } = await otherApplication()
    const { to } = await departure({
      client_id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid',
      state: 'the same',
      code_challenge: pkce().challenge,
      code_challenge_method: 'S256',
      ...changes,
    })
    expect(to?.href.startsWith(`${callback}?`)).toBe(true)
    expect(to?.searchParams.get('error')).toBe('invalid_request')
    expect(to?.searchParams.get('state')).toBe('the same')
    expect(to?.searchParams.get('error_description')).toEqual(
      typeof words === 'string' ? words : expect.stringMatching(words),
    )
  })

  it('is answered once, by whoever saw it first, on a page of this site', async () => {
    const { client: ana, session } = await signedInPerson('ana')
    const { client: ben } = await signedInPerson('ben')
    const { client_id: clientId } = await otherApplication()
    const { name } = await question({ clientId })
    expect((await ana.auth.oauth.approveAuthorization(name)).error?.status).toBe(404)
    expect((await ana.auth.oauth.getAuthorizationDetails(name)).data).toMatchObject({ scope: 'openid email profile' })
    expect((await ben.auth.oauth.getAuthorizationDetails(name)).error).toMatchObject({
      status: 404,
      code: 'oauth_authorization_not_found',
    })
    expect((await ben.auth.oauth.approveAuthorization(name)).error?.status).toBe(404)
    const path = `/oauth/authorizations/${name}/consent`
    const token = session.access_token
    const elsewhere = { token, body: { action: 'approve' }, headers: { origin: 'https://evil.test' } }
    expect(await call('POST', path, elsewhere)).toMatchObject({
      status: 400,
      body: { message: 'unauthorized request origin' },
    })
    expect((await call('POST', path, { token, body: { action: 'perhaps' } })).status).toBe(400)
    expect((await ana.auth.oauth.denyAuthorization(name)).error).toBeNull()
    expect((await ana.auth.oauth.approveAuthorization(name)).error?.status).toBe(400)
    expect((await ana.auth.oauth.getAuthorizationDetails('unknown')).error?.status).toBe(404)
    expect((await browser().auth.oauth.getAuthorizationDetails(name)).error?.name).toBe('AuthSessionMissingError')
  })

  it('is answered only with the second factor of a person who has one, also where they allowed it before', async () => {
    const { client: person, email } = await signedInPerson('ana')
    expect((await twoStep(person)).error).toBeNull()
    const { client: thief } = await signIn(email)
    const application = await otherApplication()
    const refused = { status: 401, code: 'insufficient_aal' }
    const { name } = await question({ clientId: application.client_id })
    expect((await thief.auth.oauth.getAuthorizationDetails(name)).error).toMatchObject(refused)
    expect(await letIn(person, name)).toHaveProperty('code')
    const again = await question({ clientId: application.client_id })
    expect((await thief.auth.oauth.getAuthorizationDetails(again.name)).error).toMatchObject(refused)
    const more = await question({ clientId: application.client_id, scope: 'openid phone' })
    expect((await person.auth.oauth.getAuthorizationDetails(more.name)).error).toBeNull()
    expect((await thief.auth.oauth.approveAuthorization(more.name)).error).toMatchObject(refused)
  })

  it('is not asked again for what the person allowed before, but for more', async () => {
    const { client: person } = await signedInPerson('ana')
    const application = await otherApplication()
    await admitted(person, application, 'openid email')
    const again = await question({ clientId: application.client_id, scope: 'email' })
    const { data } = await person.auth.oauth.getAuthorizationDetails(again.name)
    expect(data).toEqual({ redirect_url: expect.stringContaining(`${callback}?code=`) })
    const more = await question({ clientId: application.client_id, scope: 'email phone' })
    expect((await person.auth.oauth.getAuthorizationDetails(more.name)).data).toHaveProperty('authorization_id')
  })
})

describe('a code', () => {
  async function granted() {
    const { client: person } = await signedInPerson('ana')
    const application = await otherApplication()
    const { name, verifier } = await question({ clientId: application.client_id })
    const { code = '' } = await letIn(person, name)
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callback }
    return { person, application, form }
  }

  it('is redeemed only by the application that asked, with its secret, verifier and address', async () => {
    const { application, form } = await granted()
    const right = basic(application)
    const another = basic(await otherApplication())
    const { code_verifier: _without, ...unproved } = form
    for (const [asked, authorization] of [
      [form, another],
      [unproved, right],
      [{ ...form, code_verifier: pkce().verifier }, right],
      [{ ...form, redirect_uri: `${callback}/` }, right],
      [{ ...form, resource: 'https://elsewhere.test' }, right],
      [{ ...form, code: randomUUID() }, right],
    ] as const) {
      expect(await askForTokens(asked, authorization)).toMatchObject(refusedWith('invalid_grant'))
    }
    const wrongSecret = basic({ ...application, client_secret: 'guessed' })
    const refused = await askForTokens(form, wrongSecret)
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    expect(refused.headers.get('www-authenticate')).toMatch(/^Basic/)
    const posted = { ...form, client_id: application.client_id, client_secret: application.client_secret ?? '' }
    expect(await askForTokens(posted)).toMatchObject(
      refusedWith(
        'invalid_client',
        "invalid authentication method: client is registered for 'client_secret_basic' but 'client_secret_post' was used",
      ),
    )
    expect(await askForTokens({ ...form, client_id: application.client_id })).toMatchObject(
      refusedWith('invalid_client'),
    )
    expect(await askForTokens(form)).toMatchObject(refusedWith('invalid_client', 'Client authentication required'))
    const answer = await askForTokens(form, right)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('counts once; coming twice it was stolen, and what it gave ends', async () => {
    const { application, form } = await granted()
    const { body } = await askForTokens(form, basic(application))
    expect((await call('GET', '/oauth/userinfo', { token: body.access_token })).status).toBe(200)
    expect(await askForTokens(form, basic(application))).toMatchObject(
      refusedWith('invalid_grant', 'Invalid authorization code'),
    )
    expect((await call('GET', '/oauth/userinfo', { token: body.access_token })).status).toBe(403)
  })

  it('gives one session at most, however many ask at once', async () => {
    const { application, form } = await granted()
    const answers = await Promise.all(Array.from({ length: 5 }, () => askForTokens(form, basic(application))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is worth nothing once the person has taken back what they allowed', async () => {
    const { person, application, form } = await granted()
    expect((await person.auth.oauth.revokeGrant({ clientId: application.client_id })).error).toBeNull()
    expect(await askForTokens(form, basic(application))).toMatchObject(refusedWith('invalid_grant'))
    expect((await person.auth.oauth.revokeGrant({ clientId: application.client_id })).error).toMatchObject({
      status: 404,
      code: 'oauth_consent_not_found',
    })
  })

  it.each([
    ['has changed their password', (person: SupabaseClient) => person.auth.updateUser({ password: 'another harbor' })],
    ['has signed out everywhere', (person: SupabaseClient) => person.auth.signOut({ scope: 'global' })],
    ['was deleted, though their row stays', (_: SupabaseClient, id: string) => admin.auth.admin.deleteUser(id, true)],
    ['has set up a second factor', twoStep],
  ])('is worth nothing once the person %s', async (_, end) => {
    const { person, application, form } = await granted()
    const { data } = await person.auth.getUser()
    expect((await end(person, data.user?.id ?? '')).error).toBeNull()
    expect(await askForTokens(form, basic(application))).toMatchObject(
      refusedWith('invalid_grant', 'Invalid authorization code'),
    )
  })

  it('is asked for by form or JSON, each thing once', async () => {
    const { application, form } = await granted()
    const authorization = basic(application)
    expect(await askForTokens({ ...form, grant_type: '' }, authorization)).toMatchObject(
      refusedWith('invalid_request', 'grant_type is required'),
    )
    expect(await askForTokens({ ...form, grant_type: 'password' }, authorization)).toMatchObject(
      refusedWith('unsupported_grant_type', 'Client is not allowed to use grant type: password'),
    )
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization }
    const twice = `${new URLSearchParams(form)}&code=other`
    expect(await call('POST', '/oauth/token', { body: twice, headers })).toMatchObject(refusedWith('invalid_request'))
    const json = { 'content-type': 'application/json', authorization }
    expect(await call('POST', '/oauth/token', { body: '[', headers: json })).toMatchObject(
      refusedWith('invalid_request', 'Invalid JSON body'),
    )
    expect((await call('POST', '/oauth/token', { body: form, headers: json })).status).toBe(200)
  })
})
