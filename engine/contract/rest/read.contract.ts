import { describe, expect, it } from 'vitest'
import { anonymous, data, request } from './client.ts'

const ids = async (query: PromiseLike<{ data: unknown; error: { message: string } | null }>) => {
  const rows = data(await query)
  return Array.isArray(rows) ? rows.map(({ id }) => id).toSorted() : rows
}
const films = () => anonymous.from('films').select('id')

describe('filters', () => {
  it.each([
    ['eq', () => films().eq('year', 1985), [2, 4]],
    ['neq', () => films().neq('year', 1985), [1, 3, 5]],
    ['gt', () => films().gt('rating', 8), [3, 4]],
    ['gte', () => films().gte('rating', 8), [1, 3, 4]],
    ['lt', () => films().lt('released', '1960-01-01'), [3]],
    ['lte', () => films().lte('budget', 64000), [1]],
    ['like', () => films().like('title', '%a%'), [2, 3, 4]],
    ['like with asterisks', () => films().like('title', '*5 to 7'), [1]],
    ['ilike', () => films().ilike('title', 'ran'), [4]],
    ['likeAnyOf', () => films().likeAnyOf('title', ['C*', 'V*']), [1, 2]],
    ['likeAllOf', () => films().likeAllOf('title', ['*a*', '%n']), [4]],
    ['ilikeAnyOf', () => films().ilikeAnyOf('title', ['ran', 'v*']), [2, 4]],
    ['ilikeAllOf', () => films().ilikeAllOf('title', ['*s*', '*m*']), [3]],
    ['regexMatch', () => films().regexMatch('title', '^Cl.o'), [1]],
    ['regexIMatch', () => films().regexIMatch('title', '^RAN$'), [4]],
    ['is null', () => films().is('director_id', null), [5]],
    ['is true', () => films().is('is_restored', true), [1, 3]],
    ['is not null', () => films().not('is_restored', 'is', null), [1, 3, 4]],
    ['is unknown', () => films().filter('is_restored', 'is', 'unknown'), [2, 5]],
    ['is not_null', () => films().filter('director_id', 'is', 'NOT_NULL'), [1, 2, 3, 4]],
    ['isDistinct', () => films().isDistinct('director_id', 1), [3, 4, 5]],
    ['eq any', () => films().filter('id', 'eq(any)', '{1,3}'), [1, 3]],
    ['gte all', () => films().filter('id', 'gte(all)', '{2,4}'), [4, 5]],
    ['not match all', () => films().not('title', 'match(all)', '{a,e}'), [1, 2, 4, 5]],
    ['in', () => films().in('id', [1, 3]), [1, 3]],
    ['in, with commas, quotes and parentheses', () => films().in('title', ['Ran', 'Untitled, "Lost" (1920)']), [4, 5]],
    ['in nothing', () => films().in('id', []), []],
    ['notIn', () => films().notIn('id', [1, 2, 3]), [4, 5]],
    ['contains, array', () => films().contains('tags', ['epic', 'war']), [3, 4]],
    ['contains, json', () => films().contains('details', { color: { kind: 'bw' } }), [1, 3]],
    ['contained by', () => films().containedBy('tags', ['drama', 'paris']), [1, 2, 5]],
    ['overlaps', () => films().overlaps('tags', ['paris', 'war']), [1, 3, 4]],
    ['range gt', () => films().rangeGt('screened', '[12,15)'), [2, 3]],
    ['range lt', () => films().rangeLt('screened', '[30,31)'), [1, 2]],
    ['range gte', () => films().rangeGte('screened', '[20,25)'), [2, 3]],
    ['range lte', () => films().rangeLte('screened', '[20,31)'), [1, 2]],
    ['adjacent', () => films().rangeAdjacent('screened', '[20,30)'), [1, 3]],
    ['full text, of text', () => films().textSearch('title', 'samurai'), [3]],
    ['full text, of a document', () => films().textSearch('document', 'seven & samurai', { config: 'english' }), [3]],
    ['full text, plain', () => films().textSearch('title', 'samurai seven', { type: 'plain' }), [3]],
    ['full text, phrase', () => films().textSearch('title', 'samurai seven', { type: 'phrase' }), []],
    ['full text, web', () => films().textSearch('title', 'ran or vagabond', { type: 'websearch' }), [2, 4]],
    ['json path', () => films().eq('details->color->>kind', 'bw'), [1, 3]],
    ['json index', () => films().eq('details->cast->0->>name', 'Corinne'), [1]],
    ['json number', () => films().gt('details->length', 150), [3, 4]],
    ['json path in or', () => films().or('details->>length.eq.90,details->color->>kind.eq.color'), [1, 4]],
    ['json, compared whole', () => films().eq('details->color', '{"kind": "bw"}'), [1, 3]],
    ['a path into what is no json', () => films().eq('tags->>0', 'drama'), [2]],
    ['match', () => films().match({ year: 1985, director_id: 2 }), [4]],
    ['or', () => films().or('id.eq.1,title.eq."Ran"'), [1, 4]],
    ['or within and', () => films().or('and(year.eq.1985,director_id.eq.1),id.in.(3,4)').lt('id', 4), [2, 3]],
    ['not and', () => films().or('not.and(year.gt.1900,id.lt.5)'), [5]],
    ['several on one column', () => films().gt('id', 1).lt('id', 4), [2, 3]],
  ])('%s', async (_name, query, expected) => {
    expect(await ids(query())).toEqual(expected)
  })

  it('work on computed columns', async () => {
    const rows = data(await anonymous.from('directors').select('full_name').eq('full_name', 'Claire Denis'))
    expect(rows).toEqual([{ full_name: 'Claire Denis' }])
  })
})

describe('columns', () => {
  it('are renamed, cast and picked from JSON', async () => {
    const rows = data(
      await anonymous
        .from('films')
        .select('is:title, year::text, details->cast->1->>name, len:details->length')
        .eq('id', 1),
    )
    expect(rows).toEqual([{ is: 'Cléo from 5 to 7', year: '1962', name: 'Antoine', len: 90 }])
  })

  it('keep every digit of large numbers', async () => {
    const { body } = await request('/films?select=budget,rating&id=in.(1,2)&order=id')
    expect(body.replace(/\s/g, '')).toBe('[{"budget":64000,"rating":8.0},{"budget":9007199254740993,"rating":7.8}]')
  })

  it('come without their nulls if asked', async () => {
    const { body, headers } = await request('/films?select=id,year,director_id&id=eq.5', {
      headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
    })
    expect(JSON.parse(body)).toEqual([{ id: 5, year: 1920 }])
    expect(headers.get('content-type')).toBe('application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8')
  })
})

describe('order and page', () => {
  it('orders, with nulls where they belong', async () => {
    const order = async (options: object) =>
      data(await anonymous.from('films').select('id').order('rating', options)).map(({ id }) => id)
    expect(await order({ ascending: true })).toEqual([2, 1, 4, 3, 5])
    expect(await order({ ascending: false })).toEqual([5, 3, 4, 1, 2])
    expect(await order({ ascending: false, nullsFirst: false })).toEqual([3, 4, 1, 2, 5])
  })

  it('gives a page and counts the rest', async () => {
    const page = await anonymous.from('films').select('id', { count: 'exact' }).order('id').range(1, 2)
    expect(page).toMatchObject({ status: 206, count: 5, data: [{ id: 2 }, { id: 3 }] })
    const last = await anonymous.from('films').select('id', { count: 'exact' }).order('id').range(3, 9)
    expect(last).toMatchObject({ count: 5, data: [{ id: 4 }, { id: 5 }] })
    const beyond = await anonymous.from('films').select('id', { count: 'exact' }).range(5, 9)
    expect(beyond).toMatchObject({ status: 206, count: 5, data: [] })
  })

  it('counts without sending rows', async () => {
    const counted = await anonymous.from('films').select('*', { count: 'exact', head: true }).gt('year', 1960)
    expect(counted).toMatchObject({ status: 200, count: 3, data: null })
    const { headers, body } = await request('/films?limit=2', { method: 'HEAD', headers: { prefer: 'count=exact' } })
    expect(headers.get('content-range')).toBe('0-1/5')
    expect(headers.get('content-length')).toBeNull()
    expect(body).toBe('')
  })

  it('estimates, exactly where there are few', async () => {
    const count = async (table: string, count: 'planned' | 'estimated') =>
      (await anonymous.from(table).select('*', { count, head: true })).count
    expect(await count('films', 'estimated')).toBe(5)
    expect(await count('numbers', 'estimated')).toBeGreaterThan(1000)
    expect(await count('numbers', 'planned')).toBeGreaterThan(1000)
  })

  it('says which rows came', async () => {
    const range = async (path: string, headers = {}) => {
      const response = await request(path, { headers })
      return [response.status, response.headers.get('content-range')]
    }
    expect(await range('/films')).toEqual([200, '0-4/*'])
    expect(await range('/films?offset=2&limit=2')).toEqual([200, '2-3/*'])
    expect(await range('/films?id=eq.0')).toEqual([200, '*/*'])
    expect(await range('/films?id=eq.0', { prefer: 'count=exact' })).toEqual([200, '*/0'])
    expect(await range('/films', { range: '1-2' })).toEqual([200, '1-2/*'])
    expect(await range('/films?offset=9')).toEqual([200, '*/*'])
    expect(await range('/films?offset=9', { prefer: 'count=exact' })).toEqual([416, '*/5'])
  })

  it('sends no more rows than max_rows, and says how many there are', async () => {
    const { data: rows, count } = await anonymous.from('numbers').select('n', { count: 'exact' })
    expect(rows).toHaveLength(1000)
    expect(count).toBe(2500)
    const { data: more } = await anonymous.from('numbers').select('n').limit(2000)
    expect(more).toHaveLength(1000)
  })

  it('tells where the content is, and what was preferred', async () => {
    const { headers } = await request('/films?select=id&order=id&id=eq.1', { headers: { prefer: 'count=exact' } })
    expect(headers.get('content-location')).toBe('/films?id=eq.1&order=id&select=id')
    expect(headers.get('preference-applied')).toBe('count=exact')
    expect(headers.get('content-profile')).toBe('public')
  })
})

describe('the official client', () => {
  it('orders by what is in JSON', async () => {
    const query = anonymous.from('films').select('id').order('details->length', { ascending: false, nullsFirst: false })
    expect(data(await query)).toEqual([{ id: 3 }, { id: 4 }, { id: 2 }, { id: 1 }, { id: 5 }])
  })

  it('throws if it shall, hears when it need not wait, and sends what headers it is given', async () => {
    await expect(anonymous.from('nowhere').select().throwOnError()).rejects.toMatchObject({ code: 'PGRST205' })
    const given = anonymous.from('films').select('id').eq('id', 1).abortSignal(AbortSignal.abort())
    expect((await given).error?.message).toContain('AbortError')
    const seen = anonymous.rpc('request_setting', { name: 'request.headers' }).setHeader('x-mine', 'yes').retry(false)
    expect(JSON.parse(String(data(await seen)))).toMatchObject({ 'x-mine': 'yes' })
  })

  it('leaves out nulls', async () => {
    const restored = anonymous.from('films').select('id, is_restored').in('id', [1, 2]).order('id')
    expect(data(await restored.stripNulls())).toEqual([{ id: 1, is_restored: true }, { id: 2 }])
  })
})

describe('one object', () => {
  it('is what single and maybeSingle give', async () => {
    expect(await anonymous.from('films').select('id').eq('id', 1).single()).toMatchObject({ data: { id: 1 } })
    expect(await anonymous.from('films').select('id').eq('id', 1).maybeSingle()).toMatchObject({ data: { id: 1 } })
    expect(await anonymous.from('films').select('id').eq('id', 0).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
  })

  it.each([
    [0, 'The result contains 0 rows'],
    [2, 'The result contains 5 rows'],
  ])('is refused for another number of rows', async (least, details) => {
    const query = anonymous.from('films').select('id')
    const { error, status } = await (least === 0 ? query.eq('id', 0) : query).single()
    expect(status).toBe(406)
    expect(error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details,
      hint: null,
    })
  })
})

describe('other forms', () => {
  it('CSV', async () => {
    const { data: csv } = await anonymous.from('films').select('id,title,director_id').gte('id', 4).order('id').csv()
    expect(csv).toBe('id,title,director_id\n4,Ran,2\n5,"Untitled, ""Lost"" (1920)",')
    const { data: parenthesis } = await anonymous.from('films').select('title').eq('id', 5).csv()
    expect(parenthesis).toBe('title\n"Untitled, ""Lost"" (1920)"')
    expect((await anonymous.from('films').select('title').eq('id', 0).csv()).data).toBe('\n')
  })

  it('a time zone of choice', async () => {
    const timezone = { prefer: 'timezone=Asia/Tokyo' }
    const { body, headers } = await request('/rpc/request_setting?name=timezone', { headers: timezone })
    expect(body).toBe('"Asia/Tokyo"')
    expect(headers.get('preference-applied')).toBe('timezone=Asia/Tokyo')
  })
})

describe('another schema', () => {
  it('is read by its profile', async () => {
    expect(await anonymous.schema('archive').from('films').select()).toMatchObject({ data: [{ id: 1, reel: 'A-113' }] })
    const { headers } = await request('/films', { headers: { 'accept-profile': 'archive' } })
    expect(headers.get('content-profile')).toBe('archive')
  })

  it('must be exposed', async () => {
    const { error, status } = await anonymous.schema('auth').from('users').select()
    expect(status).toBe(406)
    expect(error).toMatchObject({
      code: 'PGRST106',
      message: 'Invalid schema: auth',
      hint: 'Only the following schemas are exposed: public, archive',
    })
  })
})
