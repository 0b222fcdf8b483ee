import { describe, expect, it } from 'vitest'
import { parseQuery } from './parse-query.ts'
import type { Query } from './query.ts'
import { rootRange } from './range.ts'

const parse = (text: string) => parseQuery(text, { withArguments: false })
const everything = [{ kind: 'column', field: { name: '*', path: [] } }]

describe('a query string', () => {
  it('selects everything unless it says otherwise', () => {
    expect(parse('').select).toEqual(everything)
    expect(parse('select=').select).toEqual(everything)
    expect(parse('select=id&select=title').select).toMatchObject([{ field: { name: 'id' } }])
  })

  it('filters by every key that is not reserved', () => {
    expect(parse('id=eq.1&id=gt.0&roles.actors.data->>name=eq.x').filters).toMatchObject([
      { path: [], value: { field: { name: 'id' } } },
      { path: [], value: { field: { name: 'id' } } },
      { path: ['roles', 'actors'], value: { field: { name: 'data', path: [{ key: 'name' }] } } },
    ])
    expect(() => parse('apikey=secret')).toThrow()
  })

  it('groups at any level', () => {
    expect(parse('or=(a.eq.1)&not.and=(a.eq.1)&actors.or=(a.eq.1)&actors.not.or=(a.eq.1)').filters).toMatchObject([
      { path: [], value: { operator: 'or', negated: false } },
      { path: [], value: { operator: 'and', negated: true } },
      { path: ['actors'], value: { operator: 'or', negated: false } },
      { path: ['actors'], value: { operator: 'or', negated: true } },
    ])
  })

  it('orders and limits at any level', () => {
    const { order, ranges } = parse('order=id.desc&actors.order=name&limit=3&offset=6&actors.limit=1&limit=many')
    expect(order.map(({ path }) => path)).toEqual([[], ['actors']])
    expect(ranges).toEqual([
      { path: [], value: { offset: 6, limit: 3 } },
      { path: ['actors'], value: { offset: 0, limit: 1 } },
    ])
  })

  it('tells arguments of a function from filters', () => {
    const { args, filters } = parseQuery('a=1&b=eq.2&a=3', { withArguments: true })
    expect(args).toEqual([
      ['a', '1'],
      ['a', '3'],
    ])
    expect(filters).toMatchObject([{ value: { field: { name: 'b' } } }])
  })
})

describe('the rows asked for', () => {
  const rows = (text: string, header?: string, method = 'GET') => rootRange(parse(text) satisfies Query, method, header)

  it.each([
    ['', undefined, { offset: 0 }],
    ['limit=5&offset=10', undefined, { offset: 10, limit: 5 }],
    ['limit=0', undefined, { offset: 0, limit: 0 }],
    ['offset=-3', undefined, { offset: 0 }],
    ['limit=1e3', undefined, { offset: 0 }],
    ['', '5-9', { offset: 5, limit: 5 }],
    ['', '5-', { offset: 5 }],
    ['', 'bytes=0-9', { offset: 0 }],
    ['limit=3&offset=2', '4-9', { offset: 4, limit: 1 }],
    ['limit=0', '4-9', { offset: 0, limit: 0 }],
  ])('%j and Range %j', (text, header, expected) => {
    expect(rows(text, header)).toEqual(expected)
  })

  it('listens to the Range header for GET only', () => {
    expect(rows('', '5-9', 'HEAD')).toEqual({ offset: 0 })
  })

  it.each([
    ['limit=-1', undefined, 'Limit should be greater than or equal to zero.'],
    ['', '9-5', 'The lower boundary must be lower than or equal to the upper boundary in the Range header.'],
    ['limit=2', '5-9', 'Limit should be greater than or equal to zero.'],
  ])('refuses %j and Range %j', (text, header, details) => {
    const refused = expect.objectContaining({
      statusCode: 416,
      body: expect.objectContaining({ code: 'PGRST103', details }),
    })
    expect(() => rows(text, header)).toThrow(refused)
  })
})
