import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { call, newAddress, password } from './people.ts'

describe('the body of an error', () => {
  const wrong = { email: 'nobody@north.test', password }
  const signInAs = (version: string) =>
    call('POST', '/token?grant_type=password', { body: wrong, headers: { 'x-supabase-api-version': version } })

  it.each(['2024-01-01', '2025-06-30'])(
    'has its code as `code` for version %s, and says which version it is',
    async (version) => {
      const { headers, body } = await signInAs(version)
      expect(body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
      expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
      expect(headers.get('access-control-expose-headers')?.toLowerCase()).toContain('x-supabase-api-version')
    },
  )

  it.each(['2023-12-31', 'latest', '2024-13-45', ''])('has it as `error_code` for version "%s"', async (version) => {
    const { headers, body } = await signInAs(version)
    expect(body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
    expect(headers.get('x-supabase-api-version')).toBeNull()
  })

  it('names the reasons of a weak password in both', async () => {
    const body = { email: newAddress('weak'), password: '123' }
    const weak_password = { reasons: ['length'] }
    const message = 'Password should be at least 6 characters.'
    expect((await call('POST', '/signup', { body })).body).toEqual({ code: 'weak_password', message, weak_password })
    const old = await call('POST', '/signup', { body, headers: { 'x-supabase-api-version': '' } })
    expect(old.body).toEqual({ code: 422, error_code: 'weak_password', msg: message, weak_password })
  })

  it('is JSON for a route that does not exist', async () => {
    expect(await call('POST', '/passkeys')).toMatchObject({
      status: 404,
      body: { code: 'unknown', message: 'There is no route POST /auth/v1/passkeys' },
    })
  })
})

describe('the body of a request', () => {
  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a text that no database keeps', '{"email":"a@b.test","password":"harbor\\u0000"}'],
    [
      'nested without end',
      `{"email":"a@b.test","password":"harbor","data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    ],
    ['a number for an address', '{"email":7,"password":"harbor"}'],
  ])('is refused when it is %s', async (_, body) => {
    const answer = await call('POST', '/token?grant_type=password', body === undefined ? {} : { body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_json' } })
    expect(answer.body.message).toMatch(/^Could not parse request body as JSON: /)
  })

  it('may be too large', async () => {
    const body = { email: newAddress('large'), password, data: { text: 'x'.repeat(1024 * 1024) } }
    expect(await call('POST', '/signup', { body })).toMatchObject({
      status: 413,
      body: { code: 'request_entity_too_large' },
    })
  })

  it('may hold nulls and keys that nobody knows', async () => {
    const body = {
      email: newAddress('lenient'),
      password,
      data: null,
      phone: null,
      code_challenge: null,
      code_challenge_method: null,
      gotrue_meta_security: {},
      options: { anything: true },
    }
    expect(await call('POST', '/signup', { body })).toMatchObject({ status: 200 })
  })

  it('may hold half a character, which nobody can read, and says so instead of it', async () => {
    const data = String.raw`{"half":"a\ud83d","whole":"\uD83D\uDE00","written":"\\ud83d"}`
    const body = `{"email":"${newAddress('ana')}","password":"harbor bakery","data":${data}}`
    expect(await call('POST', '/signup', { body })).toMatchObject({
      status: 200,
      body: { user_metadata: { half: 'a\ufffd', whole: '😀', written: String.raw`\ud83d` } },
    })
  })

  it('counts as JSON whatever its type says', async () => {
    const body = { email: newAddress('typed'), password }
    const headers = { 'content-type': 'text/plain' }
    expect(await call('POST', '/signup', { body, headers })).toMatchObject({ status: 200 })
  })
})

it.each([
  ['/admin/users?filter=%00', 200],
  ['/authorize?provider=custom:%00', 400],
  ['/verify?token=%00&type=signup', 303],
])('an address may hold what no database keeps: %s', async (path, status) => {
  const answer = await fetch(`${engine.url}/auth/v1${path}`, {
    redirect: 'manual',
    headers: { apikey: engine.anonKey, authorization: `Bearer ${engine.serviceRoleKey}` },
  })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('location') ?? '').not.toContain('unexpected_failure')
})

describe('what everybody may know', () => {
  it('the keys, without an apikey, and only their public halves', async () => {
    const response = await fetch(`${engine.url}/auth/v1/.well-known/jwks.json`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=600')
    expect(await response.json()).toEqual({
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          alg: 'ES256',
          use: 'sig',
          key_ops: ['verify'],
          kid: expect.any(String),
          x: expect.any(String),
          y: expect.any(String),
        },
      ],
    })
  })

  it('how to sign in here', async () => {
    const { body } = await call('GET', '/settings')
    expect(body).toMatchObject({
      external: { email: true, phone: true, google: false, anonymous_users: true },
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      saml_enabled: true,
    })
  })

  it('that the service is up', async () => {
    expect((await call('GET', '/health')).body).toMatchObject({ name: 'GoTrue', version: expect.any(String) })
  })

  it('nothing without the project key', async () => {
    const response = await fetch(`${engine.url}/auth/v1/settings`)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ message: 'No API key found in request' })
  })
})
