import { expect, it } from 'vitest'
import { parseWithLongs, stringifyWithLongs } from './long-json.ts'

it('keeps every digit of 64 bits, and small numbers as they are', () => {
  const text =
    '{"largest":9223372036854775807,"least":-9223372036854775808,"small":7,"half":0.5,"text":"9223372036854775807"}'
  const value = parseWithLongs(text)
  expect(value).toEqual({
    largest: 9223372036854775807n,
    least: -9223372036854775808n,
    small: 7,
    half: 0.5,
    text: '9223372036854775807',
  })
  expect(stringifyWithLongs(value)).toBe(text)
})
