import http from 'node:http'
import { json as consumeJson } from 'node:stream/consumers'
import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { engine } from './engine.ts'
import { anonymous, clientOptions, data, request } from './rest-client.ts'

const todos = () => anonymous.from('todos')
const json = { 'content-type': 'application/json' }
/** Each test keeps to the rows of an owner of its own. */
const someone = () => crypto.randomUUID()

/** Announces a body of so many bytes, and waits for the answer before it sends any. */
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

describe('update', () => {
  const filled = async () => {
    const owner = someone()
    await todos().insert([
      { owner, title: 'a' },
      { owner, title: 'b' },
    ])
    return owner
  }

  it('changes what the filters choose', async () => {
    const owner = await filled()
    const changed = await todos()
      .update({ done: true, priority: 2 }, { count: 'exact' })
      .eq('owner', owner)
      .eq('title', 'a')
    expect(changed).toMatchObject({ status: 204, count: 1, data: null })
    expect(data(await todos().select('title, done').eq('owner', owner).order('title'))).toEqual([
      { title: 'a', done: true },
      { title: 'b', done: false },
    ])
  })

  it('shows what it changed, in the order and with the relations asked for', async () => {
    const owner = await filled()
    const rows = await todos()
      .update({ priority: 1 })
      .eq('owner', owner)
      .select('title, steps(label)')
      .order('title', { ascending: false })
    expect(rows).toMatchObject({
      status: 200,
      data: [
        { title: 'b', steps: [] },
        { title: 'a', steps: [] },
      ],
    })
  })

  it('of nothing is no error', async () => {
    expect(await todos().update({ done: true }).eq('owner', someone())).toMatchObject({ status: 204, error: null })
    expect(await todos().update({ done: true }).eq('owner', someone()).select()).toMatchObject({
      status: 200,
      data: [],
    })
    expect(
      await todos()
        .update({})
        .eq('owner', await filled())
        .select(),
    ).toMatchObject({ status: 200, data: [] })
  })

  it('is undone if more than one row is not what was wanted', async () => {
    const owner = await filled()
    const { error, status } = await todos().update({ title: 'same' }).eq('owner', owner).select().single()
    expect(status).toBe(406)
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' })
    expect(data(await todos().select().eq('owner', owner).eq('title', 'same'))).toEqual([])
  })

  it('is undone if it affects too many', async () => {
    const owner = await filled()
    const { status, body } = await request(`/todos?owner=eq.${owner}`, {
      method: 'PATCH',
      headers: { ...json, prefer: 'handling=strict, max-affected=1' },
      body: '{"title": "same"}',
    })
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ code: 'PGRST124', details: 'The query affects 2 rows' })
    expect(data(await todos().select().eq('owner', owner).eq('title', 'same'))).toEqual([])
  })

  it('of everything takes a filter', async () => {
    const { error, status } = await todos().update({ done: true })
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: '21000', message: 'UPDATE requires a WHERE clause' })
  })
})

/** The client lets nobody call `maxAffected` unless it is told that the server is new enough. */
type Row = Record<string, unknown>
type NewEnough = {
  __InternalSupabase: { PostgrestVersion: '13' }
  public: {
    Tables: Record<string, { Row: Row; Insert: Row; Update: Row; Relationships: [] }>
    Views: Record<string, never>
    Functions: Record<string, never>
  }
}

describe('the official client', () => {
  it('names how many rows may be affected', async () => {
    const owner = someone()
    data(await todos().insert([{ owner }, { owner }]).select())
    const client = createClient<NewEnough>(engine.url, engine.anonKey, clientOptions)
    const { error, status } = await client.from('todos').delete().eq('owner', owner).maxAffected(1)
    expect([status, error?.code]).toEqual([400, 'PGRST124'])
    expect(data(await client.from('todos').delete().eq('owner', owner).maxAffected(2).select('owner'))).toHaveLength(2)
  })
})

describe('delete', () => {
  it('removes what the filters choose, and shows it if asked', async () => {
    const owner = someone()
    await todos().insert([
      { owner, title: 'a' },
      { owner, title: 'b' },
    ])
    expect(await todos().delete().eq('owner', owner).eq('title', 'a').select('title')).toMatchObject({
      status: 200,
      data: [{ title: 'a' }],
    })
    expect(await todos().delete({ count: 'exact' }).eq('owner', owner)).toMatchObject({ status: 204, count: 1 })
    expect(data(await todos().select().eq('owner', owner))).toEqual([])
  })

  it('of everything takes a filter', async () => {
    const { error, status } = await todos().delete()
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: '21000', message: 'DELETE requires a WHERE clause' })
  })
})

describe('constraints', () => {
  it('answer with the words and the code of Postgres', async () => {
    const code = someone()
    await todos().insert({ owner: 'x', code })
    expect(await todos().insert({ owner: 'x', code })).toMatchObject({
      status: 409,
      error: { code: '23505', details: `Key (code)=(${code}) already exists.` },
    })
    expect(await anonymous.from('steps').insert({ todo_id: 0, label: 'x' })).toMatchObject({
      status: 409,
      error: { code: '23503' },
    })
    expect(await anonymous.from('stock').insert({ shop: 'x', item: 'x', amount: -1 })).toMatchObject({
      status: 400,
      error: { code: '23514' },
    })
  })
})
