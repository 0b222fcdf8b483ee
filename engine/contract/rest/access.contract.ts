import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { anonymous, data, request, service } from './client.ts'

describe('who asks', () => {
  it('is known to SQL', async () => {
    expect(data(await anonymous.rpc('who'))).toMatchObject({ role: 'anon', claims: { role: 'anon' } })
    expect(data(await service.rpc('who'))).toMatchObject({ role: 'service_role', claims: { role: 'service_role' } })
  })

  it('needs a key', async () => {
    const { status } = await fetch(`${engine.url}/rest/v1/films`)
    expect(status).toBe(401)
  })

  it.each([
    ['', 'PGRST301', 'Empty JWT is sent in Authorization header'],
    ['not-a-token', 'PGRST301', 'Expected 3 parts in JWT; got 1'],
    [`${engine.anonKey.slice(0, -8)}AAAAAAAA`, 'PGRST301', 'No suitable key or wrong key type'],
  ])('must not pretend: %j', async (token, code, message) => {
    const { status, headers, body } = await request('/films', { headers: { authorization: `Bearer ${token}` } })
    expect(status).toBe(401)
    expect(JSON.parse(body)).toMatchObject({ code, message, hint: null })
    expect(headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", error_description="${message}"`)
  })
})

describe('what a stranger may not do', () => {
  it('asks for a sign-in', async () => {
    const { status, headers, body } = await request('/vault')
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(headers.get('proxy-status')).toBe('PostgREST; error=42501')
    expect(JSON.parse(body)).toEqual({
      code: '42501',
      message: 'permission denied for table vault',
      details: null,
      hint: null,
    })
    expect(await service.from('vault').select()).toMatchObject({ status: 200, data: [] })
  })

  it('row policies decide, and writing needs no right to read', async () => {
    const guestbook = anonymous.from('guestbook')
    expect(await guestbook.insert({ message: 'hello' })).toMatchObject({ status: 201, error: null })
    expect(await guestbook.insert({ message: 'hello' }).select()).toMatchObject({
      status: 401,
      error: { code: '42501' },
    })
    expect(await guestbook.insert({ message: 'forbidden' })).toMatchObject({ status: 401, error: { code: '42501' } })
    expect(await guestbook.select()).toMatchObject({ data: [] })
    const { data: read } = await service.from('guestbook').select('message')
    expect(new Set(read?.map(({ message }) => message))).toEqual(new Set(['hello']))
  })
})

describe('mistakes', () => {
  it.each([
    ['/nowhere', 404, 'PGRST205', "Could not find the table 'public.nowhere' in the schema cache", null],
    [
      '/film',
      404,
      'PGRST205',
      "Could not find the table 'public.film' in the schema cache",
      "Perhaps you meant the table 'public.films'",
    ],
    ['/films/1', 404, 'PGRST125', 'Invalid path specified in request URL', null],
    ['/films?select=nope', 400, '42703', 'column films.nope does not exist', null],
    ['/films?id=noop.1', 400, 'PGRST100', '"failed to parse filter (noop.1)" (line 1, column 1)', null],
    ['/films?id=eq.x', 400, '22P02', 'invalid input syntax for type integer: "x"', null],
    ['/films?title=eq.%00', 400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00', null],
    ['/films?limit=-1', 416, 'PGRST103', 'Requested range not satisfiable', null],
  ])('%s', async (path, status, code, message, hint) => {
    const answer = await request(path)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toMatchObject({ code, message, hint })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('in methods, formats and preferences', async () => {
    expect(await request('/rpc/add_them', { method: 'DELETE' })).toMatchObject({
      status: 405,
      body: expect.stringContaining('Cannot use the DELETE method on RPC'),
    })
    expect(await request('/films', { method: 'PROPFIND' })).toMatchObject({
      status: 405,
      body: expect.stringContaining('Unsupported HTTP method: PROPFIND'),
    })
    expect(await request('/films', { headers: { accept: 'text/html' } })).toMatchObject({
      status: 406,
      body: expect.stringContaining('None of these media types are available: text/html'),
    })
    expect(await request('/films', { headers: { prefer: 'handling=strict, anything' } })).toMatchObject({
      status: 400,
      body: expect.stringContaining('Invalid preferences: anything'),
    })
  })

  it('tell caches, as answers do, what the answer depends on', async () => {
    for (const path of ['/films?limit=1', '/nowhere']) {
      expect((await request(path)).headers.get('vary')).toBe('Accept, Prefer, Range')
    }
  })

  it('reach a browser of another origin', async () => {
    const { headers } = await request('/nowhere', { headers: { origin: 'https://elsewhere.test' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('a change of the schema', () => {
  it('is noticed', async () => {
    const table = `made_${crypto.randomUUID().slice(0, 8)}`
    const change = (statement: string) => service.rpc('change_schema', { statement })
    expect(await service.from(table).select()).toMatchObject({ status: 404 })
    expect((await change(`create table public.${table} (id int)`)).error).toBeNull()
    await expect.poll(async () => (await service.from(table).select()).status).toBe(200)
    await change(`alter table public.${table} add column more text`)
    await expect.poll(async () => (await service.from(table).insert({ more: 'x' })).status).toBe(201)
    await change(`drop table public.${table}`)
    await expect.poll(async () => (await service.from(table).select()).error?.code).toBe('PGRST205')
  })
})
