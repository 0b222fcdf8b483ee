import { describe, expect, it } from 'vitest'
import { anonymous, data, request } from './client.ts'

const json = { 'content-type': 'application/json' }

const call = async (name: string, args: object = {}, options: { get?: boolean } = {}) =>
  (await anonymous.rpc(name, args, options)).data

describe('what a function returns', () => {
  it.each([
    ['a value', 'add_them', { a: 1, b: 2 }, 3],
    ['a value, by a default', 'add_them', { a: 1 }, 11],
    ['a text', 'say', { word: 'eq' }, 'eq'],
    ['no value', 'no_value', {}, null],
    ['values', 'countdown', { start: 3 }, [3, 2, 1]],
    ['a row', 'oldest_film', {}, expect.objectContaining({ id: 5, year: 1920 })],
    ['several values', 'divide', { a: 7, b: 2 }, { quotient: 3, remainder: 1 }],
    [
      'JSON as it is',
      'kinds',
      { payload: { a: [1, { b: null }] }, words: ['x, y', '"z"'] },
      { payload: { a: [1, { b: null }] }, words: ['x, y', '"z"'] },
    ],
    ['a sum of many', 'total', { amounts: [1, 2, 3] }, 6],
  ])('%s', async (_what, name, args, expected) => {
    expect(await call(name, args)).toEqual(expected)
  })

  it.each([
    ['several values, one of them given', 'swap', { a: 1, b: 2 }, { b: 1, a: 2 }],
    [
      'rows of several values',
      'pairs',
      { many: 2 },
      [
        { n: 1, square: 1 },
        { n: 2, square: 4 },
      ],
    ],
    ['an array', 'up_to', { n: 3 }, [1, 2, 3]],
    ['arrays', 'up_to_each', { n: 2 }, [[1], [1, 2]]],
    ['a domain', 'as_domain', { n: 4 }, 4],
    ['an enumeration', 'weekday', {}, 'monday'],
    ['a number of many digits', 'large', {}, 12345678901234567890n],
  ])('%s, in its own form', async (_what, name, args, expected) => {
    const { body } = await request(`/rpc/${name}`, { method: 'POST', body: JSON.stringify(args), headers: json })
    expect(typeof expected === 'bigint' ? BigInt(body) : JSON.parse(body)).toEqual(expected)
  })

  it('its head alone', async () => {
    const head = await request('/rpc/films_since?since=1980', { method: 'HEAD', headers: { prefer: 'count=exact' } })
    expect([head.status, head.body, head.headers.get('content-range')]).toEqual([200, '', '0-1/2'])
    const counted = await anonymous.rpc('films_since', { since: 1980 }, { head: true, count: 'exact' })
    expect(counted).toMatchObject({ count: 2, data: null, error: null })
    const withLists = await anonymous.rpc('kinds', { payload: {}, words: ['a'] }, { head: true })
    expect(withLists).toMatchObject({ error: null })
  })

  it('a row that a filter leaves out is still one answer', async () => {
    const { status, body } = await request('/rpc/oldest_film?year=gt.1950')
    expect([status, body]).toEqual([200, 'null'])
    expect((await request('/rpc/oldest_film?year=gt.1950', { method: 'HEAD' })).status).toBe(200)
  })

  it('no row is a row of nulls', async () => {
    expect(data(await anonymous.rpc('no_film').select('id, title'))).toEqual({ id: null, title: null })
  })

  it('nothing', async () => {
    const { status, body, headers } = await request('/rpc/nothing', { method: 'POST' })
    expect([status, body, headers.get('content-type')]).toEqual([204, '', null])
    expect(await anonymous.rpc('nothing')).toMatchObject({ data: null, error: null })
  })

  it('rows, which are read like a table', async () => {
    const query = anonymous
      .rpc('films_since', { since: 1950 }, { count: 'exact' })
      .select('title, directors(last_name)')
    const answer = await query.lt('year', 1980).order('year', { ascending: false }).limit(1)
    expect(answer).toMatchObject({
      status: 206,
      count: 2,
      data: [{ title: 'Cléo from 5 to 7', directors: { last_name: 'Varda' } }],
    })
    expect(data(await anonymous.rpc('film_years').select('year').gt('films', 1))).toEqual([{ year: 1985 }])
  })

  it('one of them, as an object', async () => {
    expect(data(await anonymous.rpc('films_since', { since: 1950 }).select('id').eq('id', 4).single())).toEqual({
      id: 4,
    })
    const { error } = await anonymous.rpc('films_since', { since: 1950 }).select('id').single()
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 4 rows' })
  })

  it('a relation of the row', async () => {
    expect(data(await anonymous.rpc('oldest_film').select('id, actors(last_name)'))).toEqual({ id: 5, actors: [] })
  })
})
