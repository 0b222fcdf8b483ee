import { expect, it } from 'vitest'
import { FilterError, listOf, parseFilter } from './change-filter.ts'

it.each([
  ['id=eq.1', [{ column: 'id', operator: 'eq', value: '1', isNegated: false }]],
  ['', []],
  ['   ', []],
  ['name=not.like.a%', [{ column: 'name', operator: 'like', value: 'a%', isNegated: true }]],
  [
    'id=gt.0,id=lt.9',
    [
      { column: 'id', operator: 'gt', value: '0', isNegated: false },
      { column: 'id', operator: 'lt', value: '9', isNegated: false },
    ],
  ],
  [
    'at=gte.2026-01-01T00:00:00.5Z',
    [{ column: 'at', operator: 'gte', value: '2026-01-01T00:00:00.5Z', isNegated: false }],
  ],
  ['name=eq."a, \\"b\\""', [{ column: 'name', operator: 'eq', value: 'a, "b"', isNegated: false }]],
  ['name=eq.5" pipe', [{ column: 'name', operator: 'eq', value: '5" pipe', isNegated: false }]],
  [
    'id=in.(1,2),done=is.null',
    [
      { column: 'id', operator: 'in', value: '(1,2)', isNegated: false },
      { column: 'done', operator: 'is', value: 'null', isNegated: false },
    ],
  ],
])('reads %s', (filter, conditions) => {
  expect(parseFilter(filter)).toEqual(conditions)
})

it.each([
  ['subject=foo.hey', 'Error parsing `filter` params: ["foo","hey"]'],
  ['undefined', 'Error parsing `filter` params: ["undefined"]'],
  ['id=in.1,2', 'Error parsing `filter` params: `in` filter value must be wrapped by parentheses'],
  ['id=eq.1,', 'Error parsing `filter` params: filter must not contain empty segments (check for extra commas)'],
])('refuses %s', (filter, message) => {
  expect(() => parseFilter(filter)).toThrow(new FilterError(message.slice('Error parsing `filter` params: '.length)))
})

it('takes a list apart, quoted values as they are', () => {
  expect(listOf('(1, 2,"a, b","c\\"d")')).toEqual(['1', '2', 'a, b', 'c"d'])
})
