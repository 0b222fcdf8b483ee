import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createDatabase } from '../create-database.ts'
import { startMaintenance } from './background-maintenance.ts'
import { SingleConnection } from './single-connection.ts'
import { vacuumTables } from './vacuum-tables.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-upkeep-'))
const { connections, listener } = new SingleConnection(join(home, 'db'), 60_000)
const database = createDatabase(connections, listener)
afterAll(async () => {
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

const run = (text: string) => database.run({}, { text })
// Creating the database takes a while.
await run('select 1')
const numberOf = async (expression: string) => {
  const [row] = await database.run<{ n: number }>({}, { text: `select (${expression})::int as n` })
  return row?.n
}

it('keeps a table that is changed again and again from growing', async () => {
  await run('create table "Visits" as select n, md5(n::text) as code from generate_series(1, 2000) as n')
  await vacuumTables(database, connections)
  const once = (await numberOf(`pg_relation_size('"Visits"')`)) ?? 0
  for (let round = 0; round < 8; round++) {
    await run('update "Visits" set code = md5(code)')
    expect(await vacuumTables(database, connections)).toContain('public."Visits"')
  }
  // Two versions of each row; without vacuum there would be nine.
  expect(await numberOf(`pg_relation_size('"Visits"')`)).toBeLessThan(3 * once)
})

it('leaves tables alone in which little has changed', async () => {
  await run('update "Visits" set code = md5(code) where n <= 20')
  expect(await vacuumTables(database, connections)).not.toContain('public."Visits"')
})

it('cleans and counts by itself, until it is told to stop', async () => {
  const stop = startMaintenance(database, connections, { tablesMs: 20 })
  await run('create table orders as select n, md5(n::text) as code from generate_series(1, 5000) as n')
  await expect.poll(() => numberOf(`select reltuples from pg_class where relname = 'orders'`)).toBe(5000)
  await run('delete from orders where n <= 4000')
  await expect.poll(() => numberOf(`pg_stat_get_dead_tuples('orders'::regclass)`)).toBe(0)
  await stop()
})
