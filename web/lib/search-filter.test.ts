import { expect, it } from 'vitest'
import { containedInAny, containsPattern, equalsPattern } from './search-filter.ts'

it.each([
  ['50%', String.raw`%50\%%`],
  ['a_b', String.raw`%a\_b%`],
  [String.raw`C:\new`, String.raw`%c:\\new%`],
  ['Smith, Sons (Ltd.)', '%smith, sons (ltd.)%'],
  ['the “Crew”', '%the "crew"%'],
])('takes %j literally', (typed, pattern) => {
  expect(containsPattern(typed)).toBe(pattern)
})

it('looks in several columns, with quotes that hold together what was typed', () => {
  expect(containedInAny(['search_text', 'people_text'], '50%, "C"')).toBe(
    String.raw`search_text.like."%50\\%, \"c\"%",people_text.like."%50\\%, \"c\"%"`,
  )
})

it('reads a star as any one character, because the wire has no literal star', () => {
  expect(containsPattern('five*')).toBe('%five_%')
})

it('looks for what was typed as the database keeps it', () => {
  expect(containsPattern('Cafe\u0301 50% A_B')).toBe(String.raw`%cafe 50\% a\_b%`)
})

it('leaves letters as they are where an address is meant', () => {
  expect(equalsPattern('Zoë_1@client.test')).toBe(String.raw`Zoë\_1@client.test`)
})
