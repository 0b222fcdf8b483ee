import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import http from 'node:http'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createClient,
  FunctionRegion,
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
} from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { engine } from './engine.ts'

const { url, anonKey, serviceRoleKey, outboxDir } = engine
const { functions } = createClient(url, anonKey, { auth: { persistSession: false } })

const call = (path: string, init: RequestInit = {}) => fetch(`${url}/functions/v1/${path}`, init)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('what invoke sends arrives', () => {
  const echo = async (path: string, options: Parameters<typeof functions.invoke>[1] = {}) => {
    const { data, error } = await functions.invoke(`echo${path}`, options)
    expect(error).toBeNull()
    return data
  }

  it('an object, as JSON', async () => {
    expect(await echo('', { body: { name: 'Ana' } })).toMatchObject({
      method: 'POST',
      path: '/echo',
      type: 'application/json',
      body: '{"name":"Ana"}',
      authorized: true,
    })
  })

  it('a string', async () => {
    expect(await echo('', { body: 'Grüße' })).toMatchObject({ type: 'text/plain', body: 'Grüße' })
  })

  it('a form with a file', async () => {
    const form = new FormData()
    form.set('name', 'Ana')
    form.set('logo', new File(['<svg/>'], 'logo.svg'))
    expect(await echo('', { body: form })).toMatchObject({
      type: 'multipart/form-data',
      body: { name: 'Ana', logo: 'logo.svg' },
    })
  })

  it('a file of its own type', async () => {
    const body = new Blob(['a,b'], { type: 'text/csv' })
    expect(await echo('', { body })).toMatchObject({ type: 'text/csv', body: 'a,b' })
  })

  it('nothing', async () => {
    expect(await echo('')).toMatchObject({ method: 'POST', type: null, body: '' })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s', async (method) => {
    expect(await echo('', { method, body: { a: 1 } })).toMatchObject({ method, body: '{"a":1}' })
  })

  it('GET with a path and a query, under the name of the function', async () => {
    expect(await echo('/clients/7?sort=name%20desc&q=', { method: 'GET' })).toMatchObject({
      method: 'GET',
      path: '/echo/clients/7?sort=name%20desc&q=',
    })
  })

  it('the region', async () => {
    expect(await echo('', { region: FunctionRegion.UsEast1 })).toMatchObject({
      region: 'us-east-1',
      path: '/echo?forceFunctionRegion=us-east-1',
    })
  })

  it('a body of many megabytes', async () => {
    const body = 'x'.repeat(5_000_000)
    expect((await echo('', { body })).body).toHaveLength(5_000_000)
  })

  it('the address of the caller, always', async () => {
    const response = await call('echo', { headers: { ...bearer(anonKey), 'x-forwarded-for': 'evil<script>' } })
    const { address } = z.object({ address: z.string() }).parse(await response.json())
    expect(isIP(address)).not.toBe(0)
  })
})

describe('what a function answers comes back', () => {
  it('JSON, text, bytes and nothing', async () => {
    expect((await functions.invoke('answers/json')).data).toEqual({ hello: 'Ana' })
    expect((await functions.invoke('answers/text')).data).toBe('Hello Ana')
    const { data: bytes } = await functions.invoke('answers/bytes')
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([1, 2, 255])
    expect(await functions.invoke('answers/nothing')).toMatchObject({ data: '', error: null })
  })

  it('events, as they happen', async () => {
    const { data } = await functions.invoke('answers/events')
    const reader = data.body.pipeThrough(new TextDecoderStream()).getReader()
    for (const event of [1, 2]) {
      await functions.invoke('answers/go-on')
      expect((await reader.read()).value).toBe(`data: ${event}\n\n`)
    }
    expect((await reader.read()).done).toBe(true)
  })

  it('each cookie on its own', async () => {
    const response = await call('answers/cookies', { headers: bearer(anonKey) })
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('a response of fetch passed on', async () => {
    expect((await functions.invoke('answers/fetched')).data).toEqual({ token: null })
  })

  it('a refusal, with a body the page can read', async () => {
    const { error } = await functions.invoke('answers/refused')
    expect(error).toBeInstanceOf(FunctionsHttpError)
    expect(error.context.status).toBe(418)
    expect(await error.context.json()).toEqual({ error: 'No tea here' })
  })

  it('errors of its three kinds: of the function, of the host, and of the way between', async () => {
    const ofFunction = await functions.invoke('answers/throws')
    expect(ofFunction.error).toBeInstanceOf(FunctionsHttpError)
    const ofHost = await functions.invoke('broken')
    expect(ofHost.error).toBeInstanceOf(FunctionsRelayError)
    expect(ofHost.error.context.headers.get('access-control-expose-headers')).toContain('x-relay-error')
    expect(await ofHost.error.context.json()).toMatchObject({ code: 'BOOT_ERROR' })
    const ofTheWay = await functions.invoke('answers/never', { timeout: 100 })
    expect(ofTheWay.error).toBeInstanceOf(FunctionsFetchError)
    const nowhere = await functions.invoke('unknown')
    expect(nowhere.error).toBeInstanceOf(FunctionsHttpError)
  })

  it('no header that makes the client blame the host', async () => {
    const { data, error } = await functions.invoke('answers/relay-error')
    expect(error).not.toBeInstanceOf(FunctionsRelayError)
    expect(data).toEqual({ fine: true })
  })

  it('500 without the reason when it throws', async () => {
    const response = await call('answers/throws', { headers: bearer(anonKey) })
    expect(response.status).toBe(500)
    expect(response.headers.get('sb-error-code')).toBe('EDGE_FUNCTION_ERROR')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.text()).toBe('Internal Server Error')
  })

  it('what it said, and nobody else suffers when it throws later', async () => {
    expect((await functions.invoke('answers/throws-later')).data).toBe('fine so far')
    await pause(50)
    expect((await functions.invoke('answers/text')).data).toBe('Hello Ana')
  })

  it('its own 5xx, marked as its own', async () => {
    const response = await call('answers/unavailable', { headers: bearer(anonKey) })
    expect(response.status).toBe(503)
    expect(response.headers.get('sb-error-code')).toBe('EDGE_FUNCTION_ERROR')
    expect(await response.text()).toBe('later')
  })

  it('502 when it answers with something else than a Response', async () => {
    expect((await call('answers/not-a-response', { headers: bearer(anonKey) })).status).toBe(502)
  })

  it.each([
    ['nothing', 'unread', 'I did not read that'],
    ['only the beginning', 'partly-read', 'I read the beginning'],
  ])('also when it reads %s of a large body, and the connection can be used again', async (_, name, answer) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (let i = 0; i < 3; i++) {
      const headers = bearer(anonKey)
      const request = http.request(`${url}/functions/v1/answers/${name}`, { agent, method: 'POST', headers })
      request.end('x'.repeat(3_000_000))
      const [response] = await once(request, 'response')
      expect(await text(response)).toBe(answer)
    }
    agent.destroy()
  })

  it('nothing more once the caller has given up', async () => {
    const { error } = await functions.invoke('answers/never', { timeout: 100 })
    expect(error).toBeInstanceOf(FunctionsFetchError)
  })
})

const refusalBody = z.object({ code: z.string(), message: z.string(), msg: z.string() })

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

async function mailsTo(address: string) {
  const names = await readdir(outboxDir).catch(() => [])
  const mails = await Promise.all(
    names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(outboxDir, name), 'utf8')),
  )
  return mails.filter((mail) => mail.includes(`To: ${address}`))
}
