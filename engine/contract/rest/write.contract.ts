import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { anonymous, clientOptions, data, request } from './client.ts'

const todos = () => anonymous.from('todos')
const json = { 'content-type': 'application/json' }
/** A new owner, so that each test uses its own rows. */
const someone = () => crypto.randomUUID()

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

/** The client's types allow `maxAffected` only for a recent server. */
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
