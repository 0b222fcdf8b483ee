import { expect, it } from 'vitest'
import { parseFilter } from './change-filter.ts'
import { comparesAsText, matchesAsText, singleMatchingText, textOf } from './compare-as-text.ts'
import type { Table } from './published-tables.ts'

const uuid = 'c1000000-0000-4000-8000-00000000000a'
const column = (name: string, isExact: boolean) => ({ name, type: '', fullType: '', isExact, readers: ['anon'] })
const table: Table = {
  ...{ id: '1', schema: 'public', name: 'clients', hasRowPolicies: true, restricted: [], policies: [], keys: ['id'] },
  columns: [column('id', true), column('city', true), column('budget', false)],
}
const binding = (filter: string) => ({
  ...({ id: 1, event: '*', schema: 'public', table: 'clients', select: undefined } as const),
  conditions: parseFilter(filter),
})

it.each([
  [`id=eq.${uuid}`, uuid],
  ['id=eq.12', '12'],
  ['id=eq.-7', '-7'],
  ['city=eq.North End', 'North End'],
  ['city=eq.', ''],
  ['city=eq."a,b"', 'a,b'],
])('%s is met by one text alone', (filter, text) => {
  expect(binding(filter).conditions.map(singleMatchingText)).toEqual([text])
})

it.each([
  `id=eq.${uuid.toUpperCase()}`,
  `id=eq.{${uuid}}`,
  `id=eq.${uuid.replaceAll('-', '')}`,
  'id=eq.012',
  'id=eq.+12',
  'id=eq. 12',
  'id=eq.-0',
  'id=eq.1_000',
  'id=eq.0x10',
  'id=neq.12',
  'id=not.eq.12',
  'id=in.(12)',
  'city=like.N%',
  'city=is.null',
])('%s is for Postgres to decide', (filter) => {
  expect(binding(filter).conditions.map(singleMatchingText)).toEqual([undefined])
})

it('takes all conditions of a binding, on columns that the table has and whose values are equal as texts', () => {
  expect(comparesAsText(binding(''), table)).toBe(true)
  expect(comparesAsText(binding('id=eq.1,city=eq.North'), table)).toBe(true)
  expect(comparesAsText(binding('id=eq.1,city=like.N%'), table)).toBe(false)
  expect(comparesAsText(binding('budget=eq.1'), table)).toBe(false)
  expect(comparesAsText(binding('colour=eq.red'), table)).toBe(false)
})

it('compares with what JSON holds, digit by digit', () => {
  const long = JSON.rawJSON('9007199254740993')
  expect([12, '12', long, null, undefined].map(textOf)).toEqual(['12', '12', '9007199254740993', undefined, undefined])
  expect(matchesAsText(binding('id=eq.9007199254740993'), { id: long })).toBe(true)
  expect(matchesAsText(binding('id=eq.9007199254740992'), { id: long })).toBe(false)
  expect(matchesAsText(binding('id=eq.1,city=eq.North'), { id: 1, city: 'North' })).toBe(true)
  expect(matchesAsText(binding('id=eq.1,city=eq.North'), { id: 1, city: null })).toBe(false)
  expect(matchesAsText(binding('id=eq.1,city=eq.North'), { id: 1 })).toBe(false)
})
