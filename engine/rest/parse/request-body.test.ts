import { describe, expect, it } from 'vitest'
import { parseCsv } from './csv.ts'
import { parsePayload } from './request-body.ts'

const parse = (text: string, more: { contentType?: string; columns?: string[]; toFunction?: boolean } = {}) =>
  parsePayload({ body: Buffer.from(text), contentType: undefined, columns: undefined, toFunction: false, ...more })

describe('a JSON body', () => {
  it.each([
    ['{"a":1,"b":2}', true, ['a', 'b']],
    ['[{"a":1},{"a":2}]', false, ['a']],
    ['[{"a":1,"b":2},{"b":1,"a":2}]', false, ['a', 'b']],
    ['{}', true, []],
    ['[]', false, []],
    ['{"__proto__":1}', true, ['__proto__']],
  ])('%j goes to Postgres as it is', (text, isObject, keys) => {
    expect(parse(text)).toEqual({ kind: 'json', text, isObject, keys })
  })

  it('is not looked into where columns are given', () => {
    expect(parse(' [{"a":1},{"b":', { columns: ['a', 'b', 'a'] })).toMatchObject({ isObject: false, keys: ['a', 'b'] })
    expect(parse(' \n{"a":1}', { columns: ['a'] })).toMatchObject({ isObject: true })
  })

  it.each([
    ['', 'Empty or invalid json'],
    ['{', 'Empty or invalid json'],
    ['[{"a":1},{"b":1}]', 'All object keys must match'],
    ['[{"a":1},1]', 'All object keys must match'],
    ['[1]', 'All object keys must match'],
  ])('%j is refused', (text, message) => {
    const refused = expect.objectContaining({
      statusCode: 400,
      body: expect.objectContaining({ code: 'PGRST102', message }),
    })
    expect(() => parse(text)).toThrow(refused)
  })

  it.each([undefined, ['a']])('may be nested 1000 levels deep, and not deeper', (columns) => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}"]\\"["${']'.repeat(levels - 1)}}`
    const more = columns && { columns }
    expect(parse(nested(1000), more)).toMatchObject({ keys: ['a'] })
    expect(() => parse(nested(1001), more)).toThrow('JSON is nested deeper than 1000 levels')
    // Only nesting counts as depth, not siblings and not brackets within a string.
    expect(parse(`{"a":[${'[],'.repeat(2000)}"${'['.repeat(2000)}"]}`, more)).toMatchObject({ keys: ['a'] })
  })

  it('of a function may be empty', () => {
    expect(parse('', { toFunction: true })).toMatchObject({ kind: 'json', text: '{}', keys: [] })
  })
})

describe('other bodies', () => {
  it('CSV becomes JSON', () => {
    expect(parse('a,b\r\n1,"x, ""y"""\n2,NULL\n', { contentType: 'text/csv' })).toEqual({
      kind: 'json',
      text: '[{"a":"1","b":"x, \\"y\\""},{"a":"2","b":null}]',
      isObject: false,
      keys: ['a', 'b'],
    })
  })

  it.each(['', 'a,b\n1', '"a'])('CSV %j is refused', (text) => {
    expect(() => parse(text, { contentType: 'text/csv' })).toThrow(expect.objectContaining({ statusCode: 400 }))
  })

  it('a form becomes an object, or the arguments of a function', () => {
    const contentType = 'application/x-www-form-urlencoded'
    expect(parse('a=1&b=x+y', { contentType })).toMatchObject({ text: '{"a":"1","b":"x y"}', isObject: true })
    expect(parse('a=1&a=2', { contentType, toFunction: true })).toMatchObject({ kind: 'arguments', keys: ['a'] })
  })

  it('a function may take any bytes', () => {
    expect(parse('raw', { contentType: 'application/octet-stream', toFunction: true })).toMatchObject({
      kind: 'raw',
      type: 'bytea',
    })
    expect(() => parse('raw', { contentType: 'text/plain' })).toThrow(
      expect.objectContaining({
        body: expect.objectContaining({ message: 'Content-Type not acceptable: text/plain' }),
      }),
    )
  })
})

describe('CSV', () => {
  it.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a,\n', [['a', '']]],
    ['a,', [['a', '']]],
    ['"line\nbreak"', [['line\nbreak']]],
    ['"never closed', undefined],
  ])('%j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows)
  })
})

it.each([undefined, 'text/csv', 'application/x-www-form-urlencoded', 'text/plain'])(
  'a body of the type %s that is not UTF-8 is refused, since it would be stored as other letters',
  (contentType) => {
    const body = Buffer.concat([Buffer.from('{"w":"a'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    expect(() => parsePayload({ body, contentType, columns: undefined, toFunction: true })).toThrow('not UTF-8')
  },
)

it('bytes for a function are any', () => {
  const body = Buffer.from([0xff, 0xfe])
  const contentType = 'application/octet-stream'
  expect(parsePayload({ body, contentType, columns: undefined, toFunction: true })).toMatchObject({ body })
})
