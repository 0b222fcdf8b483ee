import { describe, expect, it } from 'vitest'
import { readOperation, readOperationOrArgument } from './filter.ts'
import { readGroup } from './or-and-groups.ts'
import { parseText } from './scanner.ts'

const filter = (text: string) => parseText('filter', text, readOperation)
const or = (text: string) => parseText('logic tree', text, (scanner) => readGroup(scanner, false, 'or'))
const compare = (operator: string, value: string, more = {}) => ({ kind: 'compare', operator, value, ...more })

describe('a filter', () => {
  it.each([
    ['eq.3', compare('eq', '3')],
    ['eq.', compare('eq', '')],
    ['eq.a.b,c)"d', compare('eq', 'a.b,c)"d')],
    ['neq.x', compare('neq', 'x')],
    ['gte.1', compare('gte', '1')],
    ['like.*a*', compare('like', '*a*')],
    ['imatch.^a', compare('imatch', '^a')],
    ['like(any).{a*,b*}', compare('like', '{a*,b*}', { quantifier: 'any' })],
    ['eq(all).{1}', compare('eq', '{1}', { quantifier: 'all' })],
    ['cs.{a,b}', compare('cs', '{a,b}')],
    ['adj.[1,2)', compare('adj', '[1,2)')],
    ['is.null', { kind: 'is', value: 'null' }],
    ['is.NOT_NULL', { kind: 'is', value: 'not_null' }],
    ['is.True', { kind: 'is', value: 'true' }],
    ['isdistinct.null', { kind: 'isdistinct', value: 'null' }],
    ['fts.cat', { kind: 'search', operator: 'fts', value: 'cat' }],
    ['wfts(english).the cat', { kind: 'search', operator: 'wfts', language: 'english', value: 'the cat' }],
  ])('reads %j', (text, operation) => {
    expect(filter(text)).toEqual({ negated: false, operation })
    expect(filter(`not.${text}`)).toEqual({ negated: true, operation })
  })

  it.each([
    ['in.(1,2)', ['1', '2']],
    ['in.()', ['']],
    ['in.("a,b",c)', ['a,b', 'c']],
    ['in.("say \\"hi\\"","back\\\\slash")', ['say "hi"', 'back\\slash']],
    ['in.( a , b )', ['a ', ' b ']],
    // The official client quotes values with a comma, and does not escape quotes within them.
    ['in.(a,"b,c",d"e)', ['a', 'b,c', 'd"e']],
    ['in.(a,"Lost, "and" (found)")', ['a', 'Lost, "and" (found)']],
    ['in.("a"b,c)', ['"a"b', 'c']],
  ])('reads the list %j', (text, values) => {
    expect(filter(text)).toEqual({ negated: false, operation: { kind: 'in', values } })
  })

  it.each([
    '',
    'noop.1',
    'eq',
    'is.nothing',
    'is.nullish',
    'in.1',
    'in.(1',
    'in.(1)2',
    'not.',
    'eq(some).1',
    'fts().x',
    'neq(any).{1}',
  ])('refuses %j', (text) => {
    expect(() => filter(text)).toThrow(expect.objectContaining({ body: expect.objectContaining({ code: 'PGRST100' }) }))
  })
})

describe('a parameter of a function called by GET', () => {
  const parameter = (text: string) => parseText('filter', text, readOperationOrArgument)

  it.each(['hello', '1', 'hello.world', '', 'insight', 'equal.1', 'not a filter'])('is an argument: %j', (text) => {
    expect(parameter(text)).toBeUndefined()
  })

  it('is a filter if it starts like one', () => {
    expect(parameter('eq.x')).toMatchObject({ operation: { kind: 'compare' } })
  })

  it.each(['not.hello', 'in.hello', 'is.hello'])('is refused as half a filter: %j', (text) => {
    expect(() => parameter(text)).toThrow()
  })
})

describe('a group', () => {
  it('holds filters and groups', () => {
    expect(or('(a.eq.1,not.and(b.is.null,c.not.in.(1,2)),d->>x.like.*y)')).toEqual({
      kind: 'group',
      negated: false,
      operator: 'or',
      members: [
        { kind: 'filter', field: { name: 'a', path: [] }, negated: false, operation: compare('eq', '1') },
        {
          kind: 'group',
          negated: true,
          operator: 'and',
          members: [
            {
              kind: 'filter',
              field: { name: 'b', path: [] },
              negated: false,
              operation: { kind: 'is', value: 'null' },
            },
            {
              kind: 'filter',
              field: { name: 'c', path: [] },
              negated: true,
              operation: { kind: 'in', values: ['1', '2'] },
            },
          ],
        },
        {
          kind: 'filter',
          field: { name: 'd', path: [{ asText: true, key: 'x' }] },
          negated: false,
          operation: compare('like', '*y'),
        },
      ],
    })
  })

  it.each([
    ['(a.eq."x,y")', 'x,y'],
    ['(a.eq."x" y)', '"x" y'],
    ['(a.cs.{1,2})', '{1,2}'],
    ['( a.eq.x )', 'x '],
    ['(a.eq.)', ''],
  ])('reads the value in %j', (text, value) => {
    expect(or(text)).toMatchObject({ members: [{ operation: { value } }] })
  })

  it.each([
    '()',
    '',
    'a.eq.1',
    '(a.eq.1',
    '(a.eq.1))',
    '(a)',
    '(xor(a.eq.1))',
    '(a.noop.1)',
    '('.repeat(3000),
    'or('.repeat(3000),
  ])('refuses %j', (text) => {
    expect(() => or(text)).toThrow(expect.objectContaining({ statusCode: 400 }))
  })
})
