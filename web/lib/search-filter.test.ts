import { expect, it } from 'vitest'
import { containing, containsText } from './search-filter.ts'

it('looks in every column it is given', () => {
  expect(containsText(['name', 'email'], 'harbor')).toBe('name.ilike."%harbor%",email.ilike."%harbor%"')
})

it.each([
  ['50%', String.raw`name.ilike."%50\\%%"`],
  ['a_b', String.raw`name.ilike."%a\\_b%"`],
  [String.raw`C:\new`, String.raw`name.ilike."%C:\\\\new%"`],
  ['Smith, Sons (Ltd.)', 'name.ilike."%Smith, Sons (Ltd.)%"'],
  ['the "Crew"', String.raw`name.ilike."%the \"Crew\"%"`],
])('takes %j literally', (typed, filter) => {
  expect(containsText(['name'], typed)).toBe(filter)
})

it('reads a star as any one character, because the wire has no literal star', () => {
  expect(containsText(['name'], 'five*')).toBe('name.ilike."%five_%"')
})

it('looks in a column kept in lower case for what was typed in any case', () => {
  expect(containing('Café 50% A_B')).toBe(String.raw`%café 50\% a\_b%`)
})
