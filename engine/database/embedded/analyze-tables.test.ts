import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { refreshStatistics } from './analyze-tables.ts'
import { embeddedDatabase } from './embedded-database.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-statistics-'))
const database = await embeddedDatabase(join(home, 'db'))
afterAll(async () => {
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

const run = (text: string) => database.run({}, { text })
// Creating the database takes a while.
await run('select 1')
const rowsExpected = async () => {
  const [row] = await database.run<{ reltuples: number }>(
    {},
    { text: `select reltuples from pg_class where relname = 'Orders'` },
  )
  return row?.reltuples
}

it('looks at a table again when it has grown, and leaves small ones and the others alone', async () => {
  await run('create table few as select 1 as n')
  await run('create table "Orders" as select n, md5(n::text) as code from generate_series(1, 5000) as n')
  expect(await refreshStatistics(database)).toEqual(['public."Orders"'])
  expect(await rowsExpected()).toBe(5000)

  await run('insert into "Orders" select n, md5(n::text) from generate_series(1, 100) as n')
  expect(await refreshStatistics(database)).toEqual([])

  await run('insert into "Orders" select n, md5(n::text) from generate_series(1, 5000) as n')
  expect(await refreshStatistics(database)).toEqual(['public."Orders"'])
  expect(await rowsExpected()).toBe(10_100)
})
