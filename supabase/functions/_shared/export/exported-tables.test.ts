import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { notExported, tablesOf } from './exported-tables.ts'

const schemas = join(import.meta.dirname, '../../../schemas')

it('takes each table along, or names it as one that is nobody’s to take away', () => {
  const files = readdirSync(schemas, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'))
  const tables = files.flatMap((name) =>
    [...readFileSync(join(schemas, name), 'utf8').matchAll(/^create table public\.(\w+)/gm)].map(([, table]) => table),
  )
  const taken = new Set([...tablesOf.client, ...tablesOf.agency].map(({ table }) => table))
  expect(tables.length).toBeGreaterThan(15)
  expect(tables.filter((table) => !taken.has(`${table}`)).sort()).toEqual([...notExported].sort())
})
