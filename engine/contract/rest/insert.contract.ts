import http from 'node:http'
import { json as consumeJson } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { anonymous, data, request } from './client.ts'

const todos = () => anonymous.from('todos')
const json = { 'content-type': 'application/json' }
/** A new owner, so that each test uses its own rows. */
const someone = () => crypto.randomUUID()

/** Declares the length of a body, and waits for the answer before sending any of it. */
function announced(bytes: number) {
  const answer = Promise.withResolvers<{ status: number | undefined; body: unknown }>()
  const headers = { ...json, apikey: engine.anonKey, 'content-length': bytes }
  const outgoing = http.request(`${engine.url}/rest/v1/todos`, { method: 'POST', headers }, async (response) => {
    answer.resolve({ status: response.statusCode, body: await consumeJson(response) })
    outgoing.destroy()
  })
  outgoing.on('error', answer.reject)
  outgoing.flushHeaders()
  return answer.promise
}

describe('insert', () => {
  it('one row, with what the database adds to it', async () => {
    const owner = someone()
    const row = data(
      await todos()
        .insert({ owner, title: 'Call Ana', notes: { urgent: true } })
        .select()
        .single(),
    )
    expect(row).toMatchObject({
      owner,
      title: 'Call Ana',
      done: false,
      notes: { urgent: true },
      id: expect.any(Number),
    })
  })

  it('many rows, whose keys may differ', async () => {
    const owner = someone()
    const rows = [
      { owner, title: 'a', priority: 1 },
      { owner, title: 'b' },
    ]
    expect(data(await todos().insert(rows).select('title, priority').order('title'))).toEqual([
      { title: 'a', priority: 1 },
      { title: 'b', priority: null },
    ])
  })

  it('fills missing columns with their defaults if asked', async () => {
    const owner = someone()
    const rows = [{ owner }, { owner, title: 'b' }]
    expect(data(await todos().insert(rows, { defaultToNull: false }).select('title, done').order('title'))).toEqual([
      { title: 'b', done: false },
      { title: 'something', done: false },
    ])
    const { status, error } = await todos().insert(rows)
    expect(status).toBe(400)
    expect(error?.code).toBe('23502')
  })

  it('sends nothing back unless asked', async () => {
    const { status, headers, body } = await request('/todos', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ owner: someone() }),
    })
    expect(status).toBe(201)
    expect(body).toBe('')
    expect(headers.get('content-range')).toBe('*/*')
    expect(headers.get('content-length')).toBe('0')
    expect(headers.get('content-type')).toBeNull()
  })

  it('tells where the new row is', async () => {
    const { status, headers, body } = await request('/stock', {
      method: 'POST',
      headers: { ...json, prefer: 'return=headers-only' },
      body: JSON.stringify({ shop: 'a & b', item: `${someone().slice(0, 1)}é` }),
    })
    expect(status).toBe(201)
    expect(body).toBe('')
    expect(headers.get('location')).toMatch(/^\/stock\?shop=eq\.a%20%26%20b&item=eq\..%C3%A9$/)
    expect(headers.get('preference-applied')).toBe('return=headers-only')
  })

  it('shows computed columns and related rows of what it wrote', async () => {
    const { data: todo } = await todos().insert({ owner: someone(), title: 'loud' }).select('id, shouted').single()
    expect(todo).toMatchObject({ shouted: 'LOUD' })
    const step = await anonymous.from('steps').insert({ todo_id: todo?.id, label: 'one' }).select('label, todos(title)')
    expect(step.data).toEqual([{ label: 'one', todos: { title: 'loud' } }])
  })

  it('counts', async () => {
    const owner = someone()
    expect(
      await todos().insert(
        [
          { owner, title: 'a' },
          { owner, title: 'b' },
        ],
        { count: 'exact' },
      ),
    ).toMatchObject({ count: 2 })
  })

  it('nothing, and rows of nothing but defaults', async () => {
    expect(await todos().insert([]).select()).toMatchObject({ status: 201, data: [] })
    const visit = async (body: string) => {
      const headers = { ...json, prefer: 'return=representation' }
      const answer = await request('/visits', { method: 'POST', headers, body })
      return JSON.parse(answer.body).length
    }
    expect(await visit('{}')).toBe(1)
    expect(await visit('[{},{}]')).toBe(2)
    expect(await visit('[]')).toBe(0)
  })

  it.each([
    ['{"nobody": 1}', 400, 'PGRST204', "Could not find the 'nobody' column of 'todos' in the schema cache"],
    ['[{"owner": "a"}, {"title": "b"}]', 400, 'PGRST102', 'All object keys must match'],
    ['{"owner"', 400, 'PGRST102', 'Empty or invalid json'],
    ['', 400, 'PGRST102', 'Empty or invalid json'],
    ['{"owner": "a", "priority": "high"}', 400, '22P02', 'invalid input syntax for type integer: "high"'],
  ])('refuses %s', async (body, status, code, message) => {
    const answer = await request('/todos', { method: 'POST', headers: json, body })
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toEqual({ code, message, details: null, hint: null })
  })

  it('takes CSV and forms', async () => {
    const owner = someone()
    const csv = await request('/todos', {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: `owner,title,priority\n${owner},"a, b",1\n${owner},c,NULL\n`,
    })
    expect(csv.status).toBe(201)
    const form = await request('/todos', { method: 'POST', body: new URLSearchParams({ owner, title: 'd' }) })
    expect(form.status).toBe(201)
    expect(data(await todos().select('title, priority').eq('owner', owner).order('title'))).toEqual([
      { title: 'a, b', priority: 1 },
      { title: 'c', priority: null },
      { title: 'd', priority: null },
    ])
  })

  it('takes a body of megabytes, and refuses one without end', async () => {
    const large = await request('/todos', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ owner: someone(), title: 'x'.repeat(5_000_000) }),
    })
    expect(large.status).toBe(201)
    expect(await announced(11 * 1024 * 1024)).toMatchObject({
      status: 413,
      body: { code: 'PGRST102', details: null, hint: null },
    })
  })
})

describe('upsert', () => {
  const put = (item: string, amount: number) => ({ shop: 'upsert', item, amount })

  it('merges what is there and adds what is not', async () => {
    const [one, two] = [someone(), someone()]
    expect(await anonymous.from('stock').upsert(put(one, 1)).select()).toMatchObject({
      status: 201,
      data: [put(one, 1)],
    })
    expect(await anonymous.from('stock').upsert(put(one, 2)).select()).toMatchObject({
      status: 200,
      data: [put(one, 2)],
    })
    const both = await anonymous
      .from('stock')
      .upsert([put(one, 3), put(two, 4)])
      .select()
      .order('amount')
    expect(both).toMatchObject({ status: 201, data: [put(one, 3), put(two, 4)] })
  })

  it('leaves what is there if duplicates are ignored', async () => {
    const item = someone()
    await anonymous.from('stock').insert(put(item, 1))
    const again = await anonymous.from('stock').upsert(put(item, 9), { ignoreDuplicates: true }).select()
    expect(again).toMatchObject({ status: 201, data: [] })
    expect(data(await anonymous.from('stock').select('amount').eq('item', item))).toEqual([{ amount: 1 }])
  })

  it('goes by other unique columns', async () => {
    const code = someone()
    await todos().insert({ owner: 'upsert', title: 'old', code })
    await todos().upsert({ owner: 'upsert', title: 'new', code }, { onConflict: 'code' })
    expect(data(await todos().select('title').eq('code', code))).toEqual([{ title: 'new' }])
    const { error } = await todos().upsert({ owner: 'upsert' }, { onConflict: 'owner' })
    expect(error?.code).toBe('42P10')
  })

  it('says what it did', async () => {
    const { headers } = await request('/stock', {
      method: 'POST',
      headers: { ...json, prefer: 'resolution=merge-duplicates, return=minimal, missing=default, count=exact' },
      body: JSON.stringify(put(someone(), 1)),
    })
    expect(headers.get('preference-applied')).toBe(
      'resolution=merge-duplicates, missing=default, return=minimal, count=exact',
    )
    expect(headers.get('content-range')).toBe('*/1')
  })

  it('by PUT replaces one row', async () => {
    const item = someone()
    const replace = (amount: number, key: string = item) =>
      request(`/stock?shop=eq.put&item=eq.${key}`, {
        method: 'PUT',
        headers: { ...json, prefer: 'return=representation' },
        body: JSON.stringify({ shop: 'put', item, amount }),
      })
    expect(await replace(1)).toMatchObject({ status: 201 })
    expect(await replace(2)).toMatchObject({ status: 200, body: expect.stringContaining('"amount":2') })
    expect(await replace(3, 'another')).toMatchObject({ status: 400, body: expect.stringContaining('PGRST115') })
    const loose = await request('/stock?shop=eq.put', { method: 'PUT', headers: json, body: '{}' })
    expect(loose).toMatchObject({ status: 405, body: expect.stringContaining('PGRST105') })
    const limited = await request('/stock?shop=eq.put&limit=1', { method: 'PUT', headers: json, body: '{}' })
    expect(limited).toMatchObject({ status: 400, body: expect.stringContaining('PGRST114') })
  })
})
