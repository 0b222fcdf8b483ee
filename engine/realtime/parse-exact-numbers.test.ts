import { expect, it } from 'vitest'
import { parseExactly } from './parse-exact-numbers.ts'

it.each([
  '{"id":9007199254740993,"list":[12345678901234567890.5,-9007199254740993]}',
  '{"small":1,"text":"9007199254740993","nothing":null}',
  '9007199254740993',
])('%s is written again as it was read', (json) => {
  expect(JSON.stringify(parseExactly(json))).toBe(json)
})

it('leaves what JavaScript can hold a number', () => {
  expect(parseExactly('{"n":1.5,"digits":"1234567890123456"}')).toEqual({ n: 1.5, digits: '1234567890123456' })
})
