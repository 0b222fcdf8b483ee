import { describe, expect, it } from 'vitest'
import { anonymous, data, request, service } from './client.ts'

const json = { 'content-type': 'application/json' }

const call = async (name: string, args: object = {}, options: { get?: boolean } = {}) =>
  (await anonymous.rpc(name, args, options)).data

describe('how its arguments arrive', () => {
  it('by GET, as texts', async () => {
    expect(await call('add_them', { a: 40, b: 2 }, { get: true })).toBe(42)
    expect(await call('kinds', { payload: '{"a":1}', words: ['a', 'b'] }, { get: true })).toEqual({
      payload: { a: 1 },
      words: ['a', 'b'],
    })
    expect((await request('/rpc/total?amounts=1&amounts=2')).body).toBe('3')
    expect((await request('/rpc/say?word=not+a+filter')).body).toBe('"not a filter"')
    expect(await request('/rpc/say?word=in.x')).toMatchObject({
      status: 400,
      body: expect.stringContaining('PGRST100'),
    })
  })

  it('by POST, as a form', async () => {
    const { body } = await request('/rpc/add_them', { method: 'POST', body: new URLSearchParams({ a: '1', b: '2' }) })
    expect(body).toBe('3')
  })

  it('as the whole body, if it has no name', async () => {
    expect((await request('/rpc/echo', { method: 'POST', headers: json, body: '{"any":  [1]}' })).body).toBe(
      '{"any":  [1]}',
    )
    const bytes = await request('/rpc/size_of', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array([0, 255, 128, 10]),
    })
    expect(bytes.body).toBe('4')
    const words = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'as "it" is' }
    expect((await request('/rpc/shout', words)).body).toBe(JSON.stringify('AS "IT" IS'))
    const unmeant = await request('/rpc/shout', { method: 'POST', headers: json, body: '{"a": 1}' })
    expect(JSON.parse(unmeant.body)).toMatchObject({
      code: 'PGRST202',
      details:
        'Searched for the function public.shout with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    })
  })

  it('as the first of several, and as named columns of the body', async () => {
    const post = (path: string, body: string) => request(path, { method: 'POST', headers: json, body })
    expect((await post('/rpc/add_them', '[{"a":1},{"a":5}]')).body).toBe('11')
    expect((await post('/rpc/add_them?columns=a', '{"a":1,"ignored":5}')).body).toBe('11')
    expect((await post('/rpc/total', '{"amounts": [1, 2, 3]}')).body).toBe('6')
    expect((await post('/rpc/add_them', '{"a": "many"}')).status).toBe(400)
  })
})

describe('which function is meant', () => {
  it('depends on the names of the arguments', async () => {
    const { error, status } = await anonymous.rpc('add_them', { x: 1 })
    expect(status).toBe(404)
    expect(error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.add_them(x) in the schema cache',
      details:
        'Searched for the function public.add_them with parameter x or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    })
  })

  it('is the one that takes the whole body where no names fit', async () => {
    expect(await call('taken', { a: 1 })).toBe('by name')
    expect(await call('taken', { a: 1, other: 2 })).toBe('whole')
    expect(await call('taken')).toBe('whole')
  })

  it('is found in the schema that was asked for', async () => {
    const archive = anonymous.schema('archive')
    expect(data(await archive.rpc('how_many'))).toBe(1)
    expect((await anonymous.rpc('how_many')).error).toMatchObject({ code: 'PGRST202' })
  })

  it('may be for others only', async () => {
    expect(await anonymous.schema('archive').rpc('is_lent', { reel: 1 })).toMatchObject({
      status: 401,
      error: { code: '42501', message: 'permission denied for function is_lent' },
    })
  })

  it('must be clear', async () => {
    const { error, status } = await anonymous.rpc('either', { value: 1 })
    expect(status).toBe(300)
    expect(error).toMatchObject({
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: public.either(value => integer), public.either(value => text)',
    })
  })
})

describe('what a function may do', () => {
  const owner = crypto.randomUUID()

  it('writes by POST', async () => {
    expect(await call('add_todo', { owner, title: 'from SQL' })).toMatchObject({ owner, title: 'from SQL' })
  })

  it('only reads by GET', async () => {
    const { error, status } = await anonymous.rpc('add_todo', { owner, title: 'x' }, { get: true })
    expect(status).toBe(405)
    expect(error).toMatchObject({ code: '25006' })
  })

  it('is undone if it affects too many', async () => {
    const other = crypto.randomUUID()
    await anonymous.from('todos').insert([
      { owner: other, title: 'a' },
      { owner: other, title: 'b' },
    ])
    const strictly = (name: string, args: object) =>
      request(`/rpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'handling=strict, max-affected=1' },
        body: JSON.stringify(args),
      })
    expect(await strictly('close_todos', { of_owner: other })).toMatchObject({
      status: 400,
      body: expect.stringContaining('PGRST124'),
    })
    expect(data(await anonymous.from('todos').select('done').eq('owner', other))).toEqual([
      { done: false },
      { done: false },
    ])
    expect(await strictly('add_them', { a: 1 })).toMatchObject({ body: expect.stringContaining('PGRST128') })
  })

  it('has its settings before it starts', async () => {
    expect(await call('isolation')).toBe('serializable')
    expect(await call('isolation', {}, { get: true })).toBe('serializable')
    expect(await call('request_setting', { name: 'transaction_isolation' })).toBe('read committed')
  })

  it('decides about status and headers', async () => {
    const { status, headers, body } = await request('/rpc/teapot', { method: 'POST' })
    expect([status, body, headers.get('x-pot')]).toEqual([418, '"stout"', 'short'])
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(headers.get('content-type')).toBe('text/x-tea')
  })

  it('raises what the caller shall see', async () => {
    expect(await anonymous.rpc('fail_with', { state: 'P0001', words: 'No way' })).toMatchObject({
      status: 400,
      error: { code: 'P0001', message: 'No way', details: 'the detail', hint: 'the hint' },
    })
    expect(await anonymous.rpc('fail_with', { state: 'PT402', words: 'Pay up' })).toMatchObject({
      status: 402,
      statusText: 'Pay up',
      error: { code: 'PT402' },
    })
    const raised = await request('/rpc/raise_response', { method: 'POST' })
    expect(raised.status).toBe(402)
    expect(raised.headers.get('x-powered-by')).toBe('money')
    expect(JSON.parse(raised.body)).toEqual({
      code: '402',
      message: 'Payment Required',
      details: 'Quota exceeded',
      hint: 'Upgrade',
    })
  })

  it('knows of the request', async () => {
    const setting = async (name: string, headers: Record<string, string> = {}) =>
      JSON.parse((await request(`/rpc/request_setting?name=${name}`, { headers })).body)
    expect(await setting('request.method')).toBe('GET')
    expect(await setting('request.path')).toBe('/rpc/request_setting')
    expect(await setting('search_path')).toBe('"public", "extensions"')
    expect(await setting('statement_timeout')).toBe('3s')
    const headers = { cookie: 'a=1; b=2', 'x-custom': 'yes' }
    expect(JSON.parse(await setting('request.headers', headers))).toMatchObject({ 'x-custom': 'yes' })
    expect(await setting('request.headers', headers)).not.toContain('a=1')
    expect(JSON.parse(await setting('request.cookies', headers))).toEqual({ a: '1', b: '2' })
  })

  it('knows where the request came from, whatever its sender says of that', async () => {
    const address = async (forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded }
      const { body } = await request('/rpc/request_setting?name=request.headers', { headers })
      return JSON.parse(JSON.parse(body))['x-forwarded-for']
    }
    expect(await address('203.0.113.7')).toBe('203.0.113.7') // told by a proxy on this machine
    expect(await address('198.51.100.1, 203.0.113.7')).toBe('203.0.113.7') // of which a visitor wrote the first
    expect(await address('203.0.113.7:40001')).toBe('203.0.113.7') // as Azure's gateways and IIS write it
    expect(await address('[2001:db8::7]:40001')).toBe(await address('2001:db8::7'))
    expect(await address('made up')).toBe(await address(''))
  })
})

it('takes as long as its own statement_timeout allows', async () => {
  expect(await call('take_your_time')).toBe('done')
})

describe('after a deadlock', () => {
  it('runs again', async () => {
    expect(data(await service.rpc('deadlocked', { times: 2 }))).toBe(3)
  })

  it('is answered with the error of the third attempt', async () => {
    expect(await service.rpc('deadlocked', { times: 3 })).toMatchObject({
      status: 500,
      error: { code: '40P01', message: 'deadlock detected', details: null, hint: null },
    })
    expect(data(await service.rpc('deadlocked', { times: 3 }))).toBe(4)
  })
})
