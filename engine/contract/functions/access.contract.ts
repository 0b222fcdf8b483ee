import { setTimeout as pause } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { anonKey, bearer, call, functions, mailsTo, refusalBody, serviceRoleKey, url } from './client.ts'

describe('who may call', () => {
  const refusal = async (headers: Record<string, string>) => {
    const response = await call('echo', { method: 'POST', headers })
    const body = refusalBody.parse(await response.json())
    expect(response.headers.get('sb-error-code')).toBe(body.code)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('sb-error-code')
    expect(body.msg).toBe(body.message)
    return [response.status, body.code, body.message]
  }
  const forged = (alg: string, secret = 'another secret of at least thirty-two characters') =>
    new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret))

  it('whoever has a token of the project, the keys included', async () => {
    for (const token of [anonKey, serviceRoleKey]) {
      expect((await call('echo', { headers: bearer(token) })).status).toBe(200)
    }
  })

  it('nobody without a token, even with the key', async () => {
    const missing = [401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header']
    expect(await refusal({})).toEqual(missing)
    expect(await refusal({ apikey: anonKey })).toEqual(missing)
  })

  it.each([
    ['no bearer', { authorization: 'Basic YW5h' }, "Auth header is not 'Bearer {token}'"],
    ['no token', bearer('anonymous'), 'Invalid JWT'],
    ['a key of the newer form', bearer('sb_publishable_abc'), 'Invalid JWT'],
  ])('not with %s', async (_, headers, message) => {
    expect(await refusal(headers)).toEqual([401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', message])
  })

  it('not with a token of another project, or of another algorithm', async () => {
    expect(await refusal(bearer(await forged('HS256')))).toEqual([401, 'UNAUTHORIZED_LEGACY_JWT', 'Invalid JWT'])
    expect(await refusal(bearer(await forged('HS512')))).toEqual([
      401,
      'UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM',
      'Unsupported JWT algorithm HS512',
    ])
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`
    expect((await refusal(bearer(unsigned)))[0]).toBe(401)
    const tampered = anonKey.replace(/\.[^.]+$/, '.AAAA')
    expect(await refusal(bearer(tampered))).toEqual([401, 'UNAUTHORIZED_LEGACY_JWT', 'Invalid JWT'])
  })

  it('anybody where config.toml says so', async () => {
    expect(await (await call('open')).json()).toEqual({ token: null })
    expect((await call('open', { headers: bearer('nonsense') })).status).toBe(200)
  })
})

describe('which function', () => {
  it.each(['unknown', 'switched-off', '_shared', '', 'echo%2F..%2Fopen', '../auth', 'Echo'])(
    'is not found: %s',
    async (name) => {
      const response = await call(name, { headers: bearer(anonKey) })
      expect(response.status).toBe(404)
      if (name !== '../auth') {
        expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', message: 'Requested function was not found' })
      }
    },
  )

  it('does not start: 503, and again at the next call', async () => {
    for (let i = 0; i < 2; i++) {
      const response = await call('broken', { headers: bearer(anonKey) })
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({ code: 'BOOT_ERROR' })
      await pause(1100)
    }
  })

  it('is called by no other method than the hosted ones', async () => {
    expect((await call('open', { method: 'HEAD' })).status).toBe(405)
  })
})

describe('preflights', () => {
  const preflight = (name: string) =>
    call(name, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-region',
      },
    })

  it('are answered by the function, without a token', async () => {
    const response = await preflight('echo')
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-headers')).toContain('x-region')
  })

  it('get nothing added where the function has no answer to them', async () => {
    const response = await preflight('open')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the environment of a function', () => {
  const environment = async (...names: string[]) => {
    const query = names.map((name) => `name=${name}`).join('&')
    return (await functions.invoke(`answers/environment?${query}`)).data
  }

  it('is what the hosted runtime sets', async () => {
    const found = await environment('SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY', 'SUPABASE_FUNCTION_SLUG')
    expect(found).toEqual({
      SUPABASE_ANON_KEY: anonKey,
      SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
      SUPABASE_FUNCTION_SLUG: 'answers',
    })
    const { SUPABASE_JWKS } = await environment('SUPABASE_JWKS')
    const published = await fetch(`${url}/auth/v1/.well-known/jwks.json`)
    expect(JSON.parse(SUPABASE_JWKS)).toEqual(await published.json())
  })

  it('has the secrets of the project, which cannot forge what the platform sets', async () => {
    const { GREETING, SUPABASE_URL } = await environment('GREETING', 'SUPABASE_URL')
    expect(GREETING).toBe('hello from config.toml')
    expect(SUPABASE_URL).not.toContain('forged')
  })

  it('says where the database is, embedded or not, and drivers of PostgreSQL work there', async () => {
    const { data } = await functions.invoke('database')
    expect(data).toEqual([{ who: expect.any(String), word: 'hello' }])
  })

  it('has nothing of the server', async () => {
    expect(await environment('PATH', 'HOME', 'DATA_DIR', 'constructor')).toEqual({
      PATH: null,
      HOME: null,
      DATA_DIR: null,
      constructor: null,
    })
  })
})

it('sends mail for a function, after the answer if need be', async () => {
  const to = `${crypto.randomUUID()}@north.test`
  expect((await functions.invoke(`mail?to=${to}`, { body: 'Hello Ana' })).error).toBeNull()
  await expect.poll(() => mailsTo(to)).toHaveLength(1)
  expect((await mailsTo(to))[0]).toContain('Subject: A mail from a function')
})
