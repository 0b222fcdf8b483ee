import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import {
  admin,
  browser,
  call,
  claimsOf,
  confirmedPerson,
  newAddress,
  password,
  refresh,
  signedInPerson,
  signIn,
} from './people.ts'

describe('signing in with a password', () => {
  it('gives a session that says who it is', async () => {
    const { email } = await confirmedPerson('ana')
    const before = Math.floor(Date.now() / 1000)
    const { session, user } = await signIn(email.toUpperCase())
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(session.expires_at).toBeGreaterThanOrEqual(before + 3600)
    expect(session.expires_at).toBeLessThan(before + 3700)
    expect(session.refresh_token).toMatch(/^[a-z2-7]{12}$/)
    expect(user.last_sign_in_at).toBeTruthy()
    expect(claimsOf(session)).toEqual({
      iss: `${engine.url}/auth/v1`,
      sub: user.id,
      aud: 'authenticated',
      exp: session.expires_at,
      iat: expect.any(Number),
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: user.user_metadata,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    })
  })

  it('signs tokens that anybody can check by the published keys', async () => {
    const { session, client } = await signedInPerson('ben')
    const keys = createRemoteJWKSet(new URL(`${engine.url}/auth/v1/.well-known/jwks.json`))
    await expect(jwtVerify(session.access_token, keys)).resolves.toBeTruthy()
    expect(decodeProtectedHeader(session.access_token)).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    const { data, error } = await client.auth.getClaims()
    expect(error).toBeNull()
    expect(data?.claims.email).toBe(session.user.email)
  })

  it('says nothing of weakness when the password is fine', async () => {
    const { email } = await confirmedPerson('cleo')
    const { body } = await call('POST', '/token?grant_type=password', { body: { email, password } })
    expect(body).toHaveProperty('weak_password', null)
  })

  it('tells an unknown person what it tells a known one with a wrong password', async () => {
    const { email } = await confirmedPerson('dora')
    const answers = await Promise.all([
      call('POST', '/token?grant_type=password', { body: { email, password: 'wrong one' } }),
      call('POST', '/token?grant_type=password', { body: { email: newAddress('nobody'), password: 'wrong one' } }),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    }
  })

  it.each([
    ['/token', { email: 'a@b.test', password }, 'invalid_credentials', 'unsupported_grant_type'],
    ['/token?grant_type=magic', { email: 'a@b.test', password }, 'invalid_credentials', 'unsupported_grant_type'],
    [
      '/token?grant_type=password',
      { email: 'a@b.test', phone: '491', password },
      'validation_failed',
      'Only an email address or phone number should be provided on login.',
    ],
    ['/token?grant_type=password', { password }, 'validation_failed', 'missing email or phone'],
  ])('refuses %s with %o', async (path, body, code, message) => {
    expect(await call('POST', path, { body })).toMatchObject({ status: 400, body: { code, message } })
  })
})

describe('a refresh token', () => {
  it('is exchanged for a new session of the same sign-in', async () => {
    const { client, session } = await signedInPerson('ana')
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect(claimsOf(data.session ?? session)).toMatchObject({
      session_id: claimsOf(session).session_id,
      amr: claimsOf(session).amr,
    })
    expect(data.user?.identities).toHaveLength(1)
    expect(data.user?.last_sign_in_at).toBe(session.user.last_sign_in_at)
  })

  it('heals a lost answer: the parent of the token in use gets that same token', async () => {
    const { session } = await signedInPerson('ben')
    const { body: first } = await refresh(session.refresh_token)
    const { body: again } = await refresh(session.refresh_token)
    expect(again.refresh_token).toBe(first.refresh_token)
    expect((await refresh(first.refresh_token)).status).toBe(200)
  })

  it('gives tabs that race one and the same answer', async () => {
    const { session } = await signedInPerson('cleo')
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(session.refresh_token)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  it('may be two exchanges late within the reuse interval', async () => {
    const { session } = await signedInPerson('dora')
    const { body: second } = await refresh(session.refresh_token)
    const { body: third } = await refresh(second.refresh_token)
    const late = await refresh(session.refresh_token)
    expect(late.status).toBe(200)
    expect([second.refresh_token, third.refresh_token]).not.toContain(late.body.refresh_token)
    expect((await refresh(third.refresh_token)).status).toBe(200)
  })

  it('is not accepted when nobody issued it', async () => {
    expect(await refresh('aaaabbbbcccc')).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
    })
    expect(await refresh('short')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Refresh token is not valid' },
    })
  })

  it('ends with its session', async () => {
    const { client, session } = await signedInPerson('emma')
    await client.auth.signOut()
    expect(await refresh(session.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_not_found' },
    })
  })
})

describe('the caller', () => {
  it('is told who they are', async () => {
    const { client, user } = await signedInPerson('ana')
    const { data, error } = await client.auth.getUser()
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id: user.id, email: user.email })
  })

  it('is nobody without a bearer', async () => {
    expect(await call('GET', '/user')).toMatchObject({
      status: 401,
      body: { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
    })
  })

  it('is nobody with the project key alone', async () => {
    expect(await call('GET', '/user', { token: engine.anonKey })).toMatchObject({
      status: 403,
      body: { code: 'bad_jwt', message: 'invalid claim: missing sub claim' },
    })
  })

  it('is nobody with a token that somebody else signed', async () => {
    const { session } = await signedInPerson('forged')
    const claims = claimsOf(session)
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('x'.repeat(32)))
    const answer = await call('GET', '/user', { token: forged })
    expect(answer).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
    expect(answer.body.message).toMatch(/^invalid JWT: unable to parse or verify signature, /)
  })

  it('is told when their account is gone', async () => {
    const { session, user } = await signedInPerson('removed')
    await admin.auth.admin.deleteUser(user.id)
    expect(await call('GET', '/user', { token: session.access_token })).toMatchObject({
      status: 403,
      body: { code: 'user_not_found', message: 'User from sub claim in JWT does not exist' },
    })
  })

  it('speaks for their own audience only', async () => {
    const { session } = await signedInPerson('audience')
    const answer = await call('GET', '/user', { token: session.access_token, headers: { 'x-jwt-aud': 'elsewhere' } })
    expect(answer).toMatchObject({ status: 400, body: { message: "Token audience doesn't match request audience" } })
  })
})

describe('a browser that was never signed in', () => {
  it('has no user and no session', async () => {
    const client = browser()
    expect((await client.auth.getSession()).data.session).toBeNull()
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })
})
