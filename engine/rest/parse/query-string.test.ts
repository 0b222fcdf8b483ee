import { expect, it } from 'vitest'
import { decodeParams, encodeParams } from './query-string.ts'

it('decodes parameters in order, with repeats', () => {
  expect(decodeParams('a=1&b=x+y&a=%C3%A9&c')).toEqual([
    ['a', '1'],
    ['b', 'x y'],
    ['a', 'é'],
  ])
})

it.each([
  ['a=100%', '100%'],
  ['a=%zz', '%zz'],
  ['a=%C3', '\ufffd'],
  ['a=%25', '%'],
  ['a=', ''],
  ['a=b=c', 'b=c'],
])('reads %j without giving up', (text, value) => {
  expect(decodeParams(text)).toEqual([['a', value]])
})

it('sorts and encodes them for Content-Location', () => {
  expect(encodeParams(decodeParams('select=id,a(b)&id=eq.1&a=%C3%A9*'))).toBe(
    'a=%C3%A9%2A&id=eq.1&select=id%2Ca%28b%29',
  )
})
