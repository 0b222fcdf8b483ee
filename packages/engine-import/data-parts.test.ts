import { expect, it } from 'vitest'
import { dataParts } from './data-parts.ts'

const partsOf = (sql: string) => [...dataParts(sql, 'data.sql')]

it('reads names as PostgreSQL does, with and without quotes and schema', () => {
  expect(partsOf('COPY Shops (Id, "The ""Name""") FROM stdin;\n1\ta\n\\.\n')).toEqual([
    {
      kind: 'copy',
      table: { schema: 'public', name: 'shops' },
      columns: ['id', 'The "Name"'],
      data: '1\ta\n',
      line: 1,
    },
  ])
})

it.each([
  ['CREATE TABLE public.more (id int);', 'data.sql, line 1: create table is no data.'],
  ['INSERT INTO ONLY "A.b"."c d" VALUES (1);', 'data.sql, line 1: an INSERT without its columns. Dump with'],
  ['\n\nDELETE FROM public.kinds;', 'data.sql, line 3: this statement is neither an INSERT nor a COPY of rows.'],
])('refuses what has no rows: %j', (sql, words) => {
  expect(() => partsOf(sql)).toThrow(words)
})
