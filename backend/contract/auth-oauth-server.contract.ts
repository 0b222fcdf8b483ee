import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { admin, browser, call, claimsOf, password, refresh, signedInPerson, signIn } from './auth-people.ts'
import { engine } from './engine.ts'
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
} from './other-application.ts'

const { oauth } = admin.auth.admin

const discovery = async (path: string) => {
  const response = await fetch(`${engine.url}${path}`)
  const body = z.looseObject({ issuer: z.string() }).parse(await response.json())
  return { body, headers: response.headers }
}

/** Somebody sets up an authenticator app, and proves it in this session. */
async function twoStep({ auth: { mfa } }: SupabaseClient) {
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  return mfa.challengeAndVerify({ factorId: data.id, code: new TOTP({ secret: data.totp.secret }).generate() })
}

const refusedWith = (error: string, error_description?: string) => ({
  status: 400,
  body: { error, ...(error_description && { error_description }) },
})

describe('another application, by a library that knows nothing of this engine', () => {
  it('signs somebody in by OpenID Connect, reads who it is, refreshes, and is out once they take it back', async () => {
    const { client: person, user } = await signedInPerson('ana')
    const application = await otherApplication()
    const { issuer } = (await discovery('/auth/v1/.well-known/openid-configuration')).body
    const config = await oidc.discovery(
      new URL(issuer),
      application.client_id,
      undefined,
      oidc.ClientSecretBasic(application.client_secret),
      { execute: [oidc.allowInsecureRequests] },
    )

    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()]
    const to = oidc.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
    })
    const sentOn = await fetch(to, { redirect: 'manual' })
    const page = new URL(sentOn.headers.get('location') ?? '')
    expect([sentOn.status, page.pathname]).toEqual([302, '/oauth/consent'])
    const returned = await letIn(person, page.searchParams.get('authorization_id') ?? '')

    const back = new URL(`${callback}?${new URLSearchParams(returned)}`)
    const tokens = await oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState, expectedNonce })
    expect(tokens.claims()).toMatchObject({ sub: user.id, aud: application.client_id, email: user.email })
    const info = await oidc.fetchUserInfo(config, tokens.access_token, user.id)
    expect(info).toMatchObject({ email: user.email, email_verified: true, user_metadata: { name: 'ana' } })

    const newer = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(newer.access_token).not.toBe(tokens.access_token)
    expect((await person.auth.oauth.revokeGrant({ clientId: application.client_id })).error).toBeNull()
    await expect(oidc.refreshTokenGrant(config, newer.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(oidc.fetchUserInfo(config, newer.access_token, user.id)).rejects.toThrow()
  })

  it('registers itself and needs no secret, as an app on a phone', async () => {
    const { client: person, user } = await signedInPerson('ana')
    const { issuer } = (await discovery('/auth/v1/.well-known/openid-configuration')).body
    const metadata = { redirect_uris: ['com.other.app://back/here'], token_endpoint_auth_method: 'none' }
    const config = await oidc.dynamicClientRegistration(new URL(issuer), metadata, oidc.None(), {
      algorithm: 'oauth2',
      execute: [oidc.allowInsecureRequests],
    })
    const { client_id: clientId, client_secret: secret } = config.clientMetadata()
    expect(secret).toBeUndefined()

    const { name, verifier, state } = await question({ clientId, redirectUri: 'com.other.app://back/here' })
    const returned = await letIn(person, name)
    const back = new URL(`com.other.app://back/here?${new URLSearchParams(returned)}`)
    const tokens = await oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state })
    expect(claimsOf(tokens)).toMatchObject({ sub: user.id, client_id: clientId })
  })

  it('finds everything by either document, and is told S256 and nothing weaker', async () => {
    const { body, headers } = await discovery('/auth/v1/.well-known/openid-configuration')
    expect(body).toMatchObject({
      authorization_endpoint: `${body.issuer}/oauth/authorize`,
      token_endpoint: `${body.issuer}/oauth/token`,
      userinfo_endpoint: `${body.issuer}/oauth/userinfo`,
      jwks_uri: `${body.issuer}/.well-known/jwks.json`,
      registration_endpoint: `${body.issuer}/oauth/clients/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
    })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    for (const path of [
      '/auth/v1/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/auth/v1',
    ]) {
      expect((await discovery(path)).body).toEqual(body)
    }
  })
})

describe('an application’s session', () => {
  it('names the application and what it may see, in every token, and the row policies see it', async () => {
    const { client: person, user } = await signedInPerson('ana')
    const application = await otherApplication()
    const tokens = await admitted(person, application, 'openid phone')
    expect(claimsOf(tokens)).toMatchObject({
      sub: user.id,
      role: 'authenticated',
      client_id: application.client_id,
      scope: 'openid phone',
      aal: 'aal1',
      amr: [{ method: 'oauth_provider/authorization_code' }],
    })
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const { body } = await askForTokens(form, basic(application))
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type'])
    expect(claimsOf(body)).toMatchObject({ client_id: application.client_id, scope: 'openid phone' })

    const client = createClient(engine.url, engine.anonKey, { accessToken: async () => body.access_token })
    const { data, error } = await client.rpc('who')
    expect(error).toBeNull()
    expect(data).toMatchObject({ role: 'authenticated', claims: { client_id: application.client_id } })
  })

  it('shows of the person what they allowed and nothing else', async () => {
    const { client: person, user } = await signedInPerson('ana')
    const application = await otherApplication()
    const { access_token: token, id_token: idToken } = await admitted(person, application, 'openid')
    expect((await call('GET', '/oauth/userinfo', { token, headers: { apikey: '' } })).body).toEqual({ sub: user.id })
    const keys = createRemoteJWKSet(new URL(`${engine.url}/auth/v1/.well-known/jwks.json`))
    const { payload } = await jwtVerify(idToken, keys, { audience: application.client_id })
    expect(payload).toMatchObject({ sub: user.id, email_verified: false, auth_time: expect.any(Number) })
    expect(payload).not.toHaveProperty('email')
    expect(payload).not.toHaveProperty('name')
    expect((await admitted(person, application, 'email')).id_token).toBeUndefined()
  })

  it('is refreshed by that application alone, and an application refreshes no session of a person’s own', async () => {
    const { client: person, session } = await signedInPerson('ana')
    const [application, another] = [await otherApplication(), await otherApplication()]
    const { refresh_token: token } = await admitted(person, application)
    const form = { grant_type: 'refresh_token', refresh_token: token }
    expect(await refresh(token)).toMatchObject(refusedWith('invalid_client'))
    expect(await askForTokens(form, basic(another))).toMatchObject(refusedWith('invalid_client'))
    const own = { ...form, refresh_token: session.refresh_token }
    expect(await askForTokens(own, basic(application))).toMatchObject(refusedWith('invalid_client'))
    const unknown = { ...form, refresh_token: 'abcdefghijkl' }
    expect(await askForTokens(unknown, basic(application))).toMatchObject(
      refusedWith('invalid_grant', 'Invalid Refresh Token: Refresh Token Not Found'),
    )
    expect((await askForTokens(form, basic(application))).status).toBe(200)
  })

  it('decides nothing about the account', async () => {
    const { client: person, email } = await signedInPerson('ana')
    const application = await otherApplication()
    const { access_token: token } = await admitted(person, application)
    const { name } = await question({ clientId: application.client_id })
    const refused = { status: 403, body: { code: 'no_authorization' } }
    for (const [method, path, body] of [
      ['PUT', '/user', { password: 'a new one of theirs' }],
      ['PUT', '/user', { email: 'theirs@other.test' }],
      ['POST', '/factors', { factor_type: 'totp' }],
      ['POST', '/passkeys/registration/options', {}],
      ['GET', '/reauthenticate', undefined],
      ['GET', '/user/identities/authorize?provider=keycloak', undefined],
      ['GET', '/user/oauth/grants', undefined],
      ['GET', `/oauth/authorizations/${name}`, undefined],
      ['POST', `/oauth/authorizations/${name}/consent`, { action: 'approve' }],
    ] as const) {
      expect(await call(method, path, { token, body }), path).toMatchObject(refused)
    }
    expect((await call('PUT', '/user', { token, body: { data: { theme: 'dark' } } })).status).toBe(200)
    // It signs itself out, and nobody else.
    expect((await call('POST', '/logout?scope=global', { token })).status).toBe(204)
    expect((await call('GET', '/user', { token })).status).toBe(403)
    expect((await person.auth.getUser()).error).toBeNull()
    expect((await signIn(email, password)).user.email).toBe(email)
  })

  it('ends with its application', async () => {
    const { client: person } = await signedInPerson('ana')
    const application = await otherApplication()
    const { access_token: token, refresh_token } = await admitted(person, application)
    expect((await oauth.deleteClient(application.client_id)).error).toBeNull()
    expect((await call('GET', '/user', { token })).status).toBe(403)
    expect(await askForTokens({ grant_type: 'refresh_token', refresh_token }, basic(application))).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    expect((await person.auth.oauth.listGrants()).data).toEqual([])
    const { to, status } = await departure({ client_id: application.client_id, redirect_uri: callback })
    expect([status, to]).toEqual([400, undefined])
  })
})

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
    for (const unknown of [randomUUID(), 'mainstreet']) {
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
    ['with what no database keeps', { scope: 'openid\0' }, /cannot be kept/],
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
    expect((await call('GET', '/user', { token: body.access_token })).status).toBe(200)
    expect(await askForTokens(form, basic(application))).toMatchObject(
      refusedWith('invalid_grant', 'Invalid authorization code'),
    )
    expect((await call('GET', '/user', { token: body.access_token })).status).toBe(403)
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

describe('an application, as its administrator knows it', () => {
  it('is shown its secret once, and by default needs it', async () => {
    const { client_secret: secret, ...made } = await otherApplication({ client_uri: 'https://other.test' })
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(made).toEqual({
      client_id: expect.any(String),
      client_type: 'confidential',
      client_name: 'Other application',
      client_uri: 'https://other.test',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      registration_type: 'manual',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    expect((await oauth.getClient(made.client_id)).data).toEqual(made)
  })

  it.each([
    ['javascript:alert(1)', "scheme 'javascript' is not allowed for security reasons"],
    ['http://app.other.test/callback', 'HTTP scheme only allowed for localhost'],
    ['https://app.other.test/#there', 'fragment not allowed in redirect URI'],
    ['mailto:ana@north.test', 'must have scheme and host'],
    ['/callback', 'invalid URL format'],
    ['https://app.other.test/a,https://evil.test', 'invalid URL format'],
    ['', 'redirect URI cannot be empty'],
  ])('sends nobody to %s', async (uri, fault) => {
    const { error } = await oauth.createClient({ client_name: 'Evil', redirect_uris: [uri] })
    expect(error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: `invalid redirect_uri '${uri}': ${fault}`,
    })
  })

  it.each([
    [{ redirect_uris: [] }, 'redirect_uris is required'],
    [{ redirect_uris: Array.from({ length: 11 }, () => callback) }, 'redirect_uris cannot exceed 10 items'],
    [{ grant_types: ['password'] }, /^grant_types must only contain/],
    [{ client_name: 'n'.repeat(1025) }, 'client_name cannot exceed 1024 characters'],
    [{ client_uri: 'javascript:alert(1)' }, 'client_uri must be a valid URL'],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, /^token_endpoint_auth_method must be one of/],
    [{ client_type: 'secret' }, "client_type must be 'public' or 'confidential'"],
    [{ client_type: 'public', token_endpoint_auth_method: 'client_secret_post' }, /is inconsistent with/],
  ])('is refused with %o', async (fields, words) => {
    const body = { client_name: 'Other application', redirect_uris: [callback], ...fields }
    const refused = await call('POST', '/admin/oauth/clients', { token: engine.serviceRoleKey, body })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(refused.body.message).toEqual(typeof words === 'string' ? words : expect.stringMatching(words))
  })

  it('keeps its kind, and changes by what is asked for alone', async () => {
    const { client_id: id } = await otherApplication()
    expect((await oauth.updateClient(id, { token_endpoint_auth_method: 'none' })).error?.message).toMatch(
      /is not valid for client_type 'confidential'/,
    )
    expect((await oauth.updateClient(id, {})).error?.message).toBe('No fields provided for update')
    const changed = await oauth.updateClient(id, { token_endpoint_auth_method: 'client_secret_post' })
    expect(changed.data).toMatchObject({ client_name: 'Other application', redirect_uris: [callback] })
    const open = await otherApplication({ token_endpoint_auth_method: 'none' })
    expect(open).toMatchObject({ client_type: 'public' })
    expect((await oauth.regenerateClientSecret(open.client_id)).error?.message).toBe(
      'Cannot regenerate secret for public client',
    )
  })

  it('is nobody else’s business', async () => {
    const { session } = await signedInPerson('ana')
    for (const token of [engine.anonKey, session.access_token]) {
      expect((await call('GET', '/admin/oauth/clients', { token })).status).toBe(403)
    }
    for (const id of [randomUUID(), 'mainstreet']) {
      expect((await oauth.getClient(id)).error?.status).toBe(id === 'mainstreet' ? 400 : 404)
    }
    for (const client of [browser(), admin]) {
      const { data, error } = await client.schema('auth').from('oauth_clients').select()
      expect([data, error?.code]).toEqual([null, 'PGRST106'])
    }
  })
})
