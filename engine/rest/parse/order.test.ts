import { expect, it } from 'vitest'
import { readOrder } from './order.ts'
import { parseText } from './scanner.ts'

const order = (text: string) => parseText('order', text, readOrder)
const by = (name: string, more = {}) => ({ field: { name, path: [] }, ...more })

it.each([
  ['id', [by('id')]],
  ['id.desc', [by('id', { direction: 'DESC' })]],
  ['id.asc.nullsfirst, title', [by('id', { direction: 'ASC', nulls: 'NULLS FIRST' }), by('title')]],
  ['id.nullslast', [by('id', { nulls: 'NULLS LAST' })]],
  ['directors(last_name).desc,id', [by('last_name', { relation: 'directors', direction: 'DESC' }), by('id')]],
  ['"odd(name)".desc', [by('odd(name)', { direction: 'DESC' })]],
  ['"odd, name"(x)', [by('x', { relation: 'odd, name' })]],
  ['data->>a.desc', [{ field: { name: 'data', path: [{ asText: true, key: 'a' }] }, direction: 'DESC' }]],
])('reads %j', (text, expected) => {
  expect(order(text)).toEqual(expected)
})

it.each(['', 'id.', 'id.up', 'id.descc', 'id.desc.nulls', 'id.nullsfirst.desc', 'a(b', 'a(b,c)', 'id,'])(
  'refuses %j',
  (text) => {
    expect(() => order(text)).toThrow(expect.objectContaining({ statusCode: 400 }))
  },
)
