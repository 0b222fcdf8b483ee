import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { anonymous, clientOptions, data, service } from '../rest/client.ts'

// Each test is named after the method it tries; docs/compatibility.md lists them.

const films = () => anonymous.from('films').select('id').order('id')
const ids = (rows: { id: unknown }[]) => rows.map(({ id }) => id)
const newOwner = () => crypto.randomUUID()

/** A to-do list of an owner that no other test uses. */
async function todos(...titles: string[]) {
  const owner = newOwner()
  data(
    await anonymous
      .from('todos')
      .insert(titles.map((title, priority) => ({ owner, title, priority })))
      .select(),
  )
  return owner
}

describe('client', () => {
  it('client.from', async () => {
    expect(ids(data(await films()))).toEqual([1, 2, 3, 4, 5])
  })

  it('client.schema', async () => {
    expect(data(await anonymous.schema('archive').from('films').select())).toEqual([{ id: 1, reel: 'A-113' }])
  })

  it('client.rpc', async () => {
    expect(data(await anonymous.rpc('add_them', { a: 1, b: 2 }))).toBe(3)
    expect(data(await anonymous.rpc('add_them', { a: 1 }, { get: true }))).toBe(11)
    expect((await anonymous.rpc('countdown', { start: 3 }, { head: true, count: 'exact' })).count).toBe(3)
  })

  it('client.getOpenApiSpec', async () => {
    const spec = data(await service.getOpenApiSpec())
    expect(spec).toMatchObject({ swagger: '2.0', paths: { '/films': expect.anything() } })
  })
})

describe('from', () => {
  it('from.select', async () => {
    const { data: rows, count } = await anonymous
      .from('films')
      .select('title, director:directors(last_name)', { count: 'exact' })
      .eq('id', 3)
    expect(rows).toEqual([{ title: 'Seven Samurai', director: { last_name: 'Kurosawa' } }])
    expect(count).toBe(1)
  })

  it('from.insert', async () => {
    const owner = newOwner()
    expect(await anonymous.from('todos').insert({ owner, title: 'Rinse' })).toMatchObject({ status: 201, error: null })
    const second = data(await anonymous.from('todos').insert([{ owner }], { defaultToNull: false }).select('title'))
    expect(second).toEqual([{ title: 'something' }])
  })

  it('from.update', async () => {
    const owner = await todos('Rinse')
    expect(data(await anonymous.from('todos').update({ done: true }).eq('owner', owner).select('done'))).toEqual([
      { done: true },
    ])
  })

  it('from.upsert', async () => {
    const row = { shop: newOwner(), item: 'bread' }
    data(
      await anonymous
        .from('stock')
        .upsert({ ...row, amount: 1 })
        .select(),
    )
    expect(
      data(
        await anonymous
          .from('stock')
          .upsert({ ...row, amount: 2 })
          .select('amount'),
      ),
    ).toEqual([{ amount: 2 }])
    const kept = await anonymous
      .from('stock')
      .upsert({ ...row, amount: 3 }, { onConflict: 'shop,item', ignoreDuplicates: true })
      .select()
    expect(data(kept)).toEqual([])
  })

  it('from.delete', async () => {
    const owner = await todos('Rinse', 'Repeat')
    const { count } = await anonymous.from('todos').delete({ count: 'exact' }).eq('owner', owner)
    expect(count).toBe(2)
  })
})

type Row = Record<string, unknown>
type Table = { Row: Row; Insert: Row; Update: Row; Relationships: [] }
type RecentDatabase = {
  __InternalSupabase: { PostgrestVersion: '14' }
  public: { Tables: { todos: Table }; Views: Record<never, never>; Functions: Record<never, never> }
}
/** A client whose type says that the server is recent. */
const recent = createClient<RecentDatabase>(engine.url, engine.anonKey, clientOptions)

type Films = ReturnType<typeof films>

describe('filters', () => {
  const filters: [name: string, apply: (query: Films) => Films, found: number[]][] = [
    ['eq', (query) => query.eq('id', 3), [3]],
    ['neq', (query) => query.neq('id', 3), [1, 2, 4, 5]],
    ['gt', (query) => query.gt('year', 1962), [2, 4]],
    ['gte', (query) => query.gte('year', 1962), [1, 2, 4]],
    ['lt', (query) => query.lt('year', 1954), [5]],
    ['lte', (query) => query.lte('year', 1954), [3, 5]],
    ['like', (query) => query.like('title', '%Samurai'), [3]],
    ['likeAllOf', (query) => query.likeAllOf('title', ['S%', '%i']), [3]],
    ['likeAnyOf', (query) => query.likeAnyOf('title', ['Ran', 'Vaga%']), [2, 4]],
    ['ilike', (query) => query.ilike('title', '%SAMURAI'), [3]],
    ['ilikeAllOf', (query) => query.ilikeAllOf('title', ['s%', '%I']), [3]],
    ['ilikeAnyOf', (query) => query.ilikeAnyOf('title', ['ran', 'vaga%']), [2, 4]],
    ['regexMatch', (query) => query.regexMatch('title', '^R.n$'), [4]],
    ['regexIMatch', (query) => query.regexIMatch('title', '^r.n$'), [4]],
    ['is', (query) => query.is('is_restored', null), [2, 5]],
    ['isDistinct', (query) => query.isDistinct('director_id', 1), [3, 4, 5]],
    ['in', (query) => query.in('title', ['Ran', 'Untitled, "Lost" (1920)']), [4, 5]],
    ['notIn', (query) => query.notIn('id', [1, 2, 3]), [4, 5]],
    ['contains', (query) => query.contains('tags', ['war']), [3, 4]],
    ['containedBy', (query) => query.containedBy('tags', ['epic', 'war']), [4, 5]],
    ['overlaps', (query) => query.overlaps('tags', ['paris', 'war']), [1, 3, 4]],
    ['rangeGt', (query) => query.rangeGt('screened', '[10,20)'), [2, 3]],
    ['rangeGte', (query) => query.rangeGte('screened', '[20,25)'), [2, 3]],
    ['rangeLt', (query) => query.rangeLt('screened', '[30,40)'), [1, 2]],
    ['rangeLte', (query) => query.rangeLte('screened', '[10,30)'), [1, 2]],
    ['rangeAdjacent', (query) => query.rangeAdjacent('screened', '[40,50)'), [3]],
    ['textSearch', (query) => query.textSearch('document', 'samurai & seven', { config: 'english' }), [3]],
    ['match', (query) => query.match({ year: 1985, director_id: 2 }), [4]],
    ['not', (query) => query.not('director_id', 'in', '(1,2)'), []],
    ['or', (query) => query.or('id.eq.1,and(year.eq.1985,director_id.eq.2)'), [1, 4]],
    ['filter', (query) => query.filter('details->color->>kind', 'eq', 'bw'), [1, 3]],
  ]

  it.each(filters)('select.%s', async (_, apply, found) => {
    expect(ids(data(await apply(films())))).toEqual(found)
  })
})

describe('the shape of the answer', () => {
  it('select.select', async () => {
    const owner = newOwner()
    expect(data(await anonymous.from('todos').insert({ owner, title: 'Rinse' }).select('owner, title'))).toEqual([
      { owner, title: 'Rinse' },
    ])
  })

  it('select.order', async () => {
    const sorted = await anonymous
      .from('films')
      .select('id')
      .order('year', { ascending: false, nullsFirst: false })
      .order('id')
    expect(ids(data(sorted))).toEqual([2, 4, 1, 3, 5])
    const byDirector = await anonymous
      .from('films')
      .select('id, directors!inner(last_name)')
      .order('directors(last_name)')
      .order('id')
    expect(ids(data(byDirector))).toEqual([3, 4, 1, 2])
  })

  it('select.limit', async () => {
    expect(ids(data(await films().limit(2)))).toEqual([1, 2])
  })

  it('select.range', async () => {
    expect(ids(data(await films().range(1, 2)))).toEqual([2, 3])
  })

  it('select.single', async () => {
    expect(data(await films().eq('id', 1).single())).toEqual({ id: 1 })
    expect((await films().single()).error?.code).toBe('PGRST116')
  })

  it('select.maybeSingle', async () => {
    expect(await films().eq('id', 99).maybeSingle()).toMatchObject({ data: null, error: null })
  })

  it('select.csv', async () => {
    expect(data(await films().limit(1).csv())).toBe('id\n1')
  })

  it('select.stripNulls', async () => {
    const film = await anonymous.from('films').select('id, director_id').eq('id', 5).single().stripNulls()
    expect(data(film)).toEqual({ id: 5 })
  })

  it('select.explain', async () => {
    expect((await films().explain()).data).toContain('Scan')
    expect((await films().explain({ format: 'json' })).data).toEqual([
      expect.objectContaining({ Plan: expect.anything() }),
    ])
  })

  it('select.rollback', async () => {
    const owner = newOwner()
    expect(data(await anonymous.from('todos').insert({ owner }).select('owner').rollback())).toEqual([{ owner }])
    expect(data(await anonymous.from('todos').select().eq('owner', owner))).toEqual([])
  })

  it('select.maxAffected', async () => {
    const owner = await todos('Rinse', 'Repeat')
    const tooMany = await recent.from('todos').delete().eq('owner', owner).maxAffected(1)
    expect(tooMany.error?.code).toBe('PGRST124')
    expect(data(await anonymous.from('todos').select().eq('owner', owner))).toHaveLength(2)
  })

  it('select.throwOnError', async () => {
    await expect(anonymous.from('nowhere').select().throwOnError()).rejects.toMatchObject({ code: 'PGRST205' })
  })

  it('select.abortSignal', async () => {
    const { error } = await films().abortSignal(AbortSignal.abort())
    expect(error?.message).toContain('abort')
  })

  it('select.setHeader', async () => {
    const setting = anonymous.rpc('request_setting', { name: 'request.headers' })
    expect(data(await setting.setHeader('x-colour', 'green'))).toContain('"x-colour":"green"')
  })

  it('select.returns, select.overrideTypes', async () => {
    expect(data(await films().limit(1).overrideTypes<{ id: number }[], { merge: false }>())).toEqual([{ id: 1 }])
    expect(data(await films().limit(1).returns<{ id: number }[]>())).toEqual([{ id: 1 }])
  })

  it('select.retry', async () => {
    const client = createClient(engine.url, engine.anonKey, clientOptions)
    expect(ids(data(await client.from('films').select('id').eq('id', 1).retry(false)))).toEqual([1])
  })
})
