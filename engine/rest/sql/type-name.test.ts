import fc from 'fast-check'
import { expect, it } from 'vitest'
import { typeSql } from './type-name.ts'

it.each([
  ['int', 'int'],
  ['DOUBLE  precision', 'double precision'],
  ['timestamp with time zone', 'timestamp with time zone'],
  ['interval day to second', 'interval day to second'],
  ['character varying', 'character varying'],
  ['int array', 'int array'],
  ['Films array', '"films" array'],
  ['uuid', '"uuid"'],
  ['select', '"select"'],
  ['national', '"national"'],
  ['interval day to', '"interval day to"'],
  ['int as', '"int as"'],
  ['$$', '"$$"'],
  ['int $1', '"int $1"'],
  ['İ', '"İ"'],
])('%j is %j in SQL', (name, sql) => {
  expect(typeSql(name)).toBe(sql)
})

it('lets nothing but words of the grammar stand without quotes', () => {
  const words = 'int array select $$ $1 1 interval day to second bit varying time with zone " ; )'.split(' ')
  const names = fc.array(fc.constantFrom(...words), { minLength: 1 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(names, (name) => {
      expect(typeSql(name).replace(/"(?:[^"]|"")*"/g, '')).toMatch(/^[a-z ]*$/)
    }),
    { numRuns: 2_000 },
  )
})
