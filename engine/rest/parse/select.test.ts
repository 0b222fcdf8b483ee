import { describe, expect, it } from 'vitest'
import { parseText } from './scanner.ts'
import { readNames, readSelect } from './select.ts'

const select = (text: string) => parseText('select parameter', text, readSelect)
const column = (name: string, more = {}) => ({ kind: 'column', field: { name, path: [] }, ...more })
const embed = (name: string, more = {}) => ({ kind: 'embed', name, spread: false, select: [column('*')], ...more })

describe('select', () => {
  it.each([
    ['*', [column('*')]],
    ['id,title', [column('id'), column('title')]],
    ['id , title', [column('id'), column('title')]],
    ['"a,b",with space,dash-ed', [column('a,b'), column('with space'), column('dash-ed')]],
    ['größe', [column('größe')]],
    ['name:title', [column('title', { alias: 'name' })]],
    ['year::text', [column('year', { cast: 'text' })]],
    ['y:year::double precision', [column('year', { alias: 'y', cast: 'double precision' })]],
    ['"say \\"hi\\""', [column('say "hi"')]],
    ['', []],
  ])('reads %j', (text, expected) => {
    expect(select(text)).toEqual(expected)
  })

  it('follows JSON paths by key and by index', () => {
    expect(select('data->a->0->>b')).toEqual([
      {
        kind: 'column',
        field: {
          name: 'data',
          path: [
            { asText: false, key: 'a' },
            { asText: false, index: '0' },
            { asText: true, key: 'b' },
          ],
        },
      },
    ])
    expect(select('data->-1')).toMatchObject([{ field: { path: [{ index: '-1' }] } }])
    expect(select('data->1st')).toMatchObject([{ field: { path: [{ key: '1st' }] } }])
    expect(select('data->"a.b"')).toMatchObject([{ field: { path: [{ key: 'a.b' }] } }])
  })

  it.each([
    ['directors(*)', embed('directors')],
    ['d:directors(*)', embed('directors', { alias: 'd' })],
    ['directors!inner(*)', embed('directors', { join: 'inner' })],
    ['directors!left(*)', embed('directors', { join: 'left' })],
    ['directors!host_id(*)', embed('directors', { hint: 'host_id' })],
    ['directors!host_id!inner(*)', embed('directors', { hint: 'host_id', join: 'inner' })],
    ['directors!inner!host_id(*)', embed('directors', { hint: 'host_id', join: 'inner' })],
    ['directors!inner_hint(*)', embed('directors', { hint: 'inner_hint' })],
    ['...directors(*)', embed('directors', { spread: true })],
    ['directors()', embed('directors', { select: [] })],
    ['films(roles(*))', embed('films', { select: [embed('roles')] })],
  ])('reads the embedded resource %j', (text, expected) => {
    expect(select(text)).toEqual([expected])
  })

  it.each([
    ['count()', column('*', { aggregate: 'count' })],
    ['n:count()', column('*', { aggregate: 'count', alias: 'n' })],
    ['rating.avg()', column('rating', { aggregate: 'avg' })],
    ['rating.max()::int', column('rating', { aggregate: 'max', aggregateCast: 'int' })],
    ['rating::int.sum()', column('rating', { cast: 'int', aggregate: 'sum' })],
    ['count()::text', column('*', { aggregate: 'count', aggregateCast: 'text' })],
  ])('recognizes the aggregate %j', (text, expected) => {
    expect(select(text)).toEqual([expected])
  })

  it.each([
    'id,',
    'id)',
    '*id',
    'id::',
    'a!b',
    'films(',
    'films(id',
    'id.median()',
    'x:...films(*)',
    '(',
    '"open',
    'a-',
  ])('refuses %j', (text) => {
    expect(() => select(text)).toThrow(expect.objectContaining({ statusCode: 400 }))
  })

  it('says what could not be read, and where', () => {
    expect(() => select('id,title!')).toThrow(
      expect.objectContaining({
        body: {
          code: 'PGRST100',
          message: '"failed to parse select parameter (id,title!)" (line 1, column 10)',
          details: 'unexpected end of input expecting field name (* or [a..z0..9_$])',
          hint: null,
        },
      }),
    )
  })

  it('refuses what is nested deeper than anybody means', () => {
    const deep = 'a('.repeat(5000)
    expect(() => select(deep)).toThrow(expect.objectContaining({ statusCode: 400 }))
  })
})

describe('columns and on_conflict', () => {
  it('reads plain and quoted names', () => {
    expect(parseText('columns parameter', '"owner","the title",id', readNames)).toEqual(['owner', 'the title', 'id'])
  })
})
