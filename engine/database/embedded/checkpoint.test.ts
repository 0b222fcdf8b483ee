import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createDatabase } from '../create-database.ts'
import { startMaintenance } from './background-maintenance.ts'
import { checkpointWhenDue } from './checkpoint.ts'
import { SingleConnection } from './single-connection.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-checkpoint-'))
const { connections, listener } = new SingleConnection(join(home, 'db'), 60_000)
const database = createDatabase(connections, listener)
afterAll(async () => {
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

const run = (text: string) => database.run({}, { text })
const logMegabytes = () => {
  const folder = join(home, 'db', 'pg_wal')
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 2 ** 20
}
/** Writes about twenty megabytes of write-ahead log. */
const writeMuch = () => run(`insert into letters select repeat('x', 1900) from generate_series(1, 10000)`)
const lastCheckpoint = async () => (await run('select redo_lsn::text from pg_control_checkpoint()'))[0]

await run('create table letters (body text)')

it('keeps the log short, however much is written', async () => {
  const stop = startMaintenance(database, connections, { logMs: 5 })
  let longest = 0
  for (let round = 0; round < 15; round++) {
    await writeMuch()
    longest = Math.max(longest, logMegabytes())
  }
  await stop()
  expect(longest).toBeLessThan(160)
})

it('makes a checkpoint after a while of less, and none where nothing was written', async () => {
  while (await checkpointWhenDue(database, connections));
  await run(`insert into letters select repeat('x', 1900) from generate_series(1, 20)`)
  const before = await lastCheckpoint()
  expect(await checkpointWhenDue(database, connections)).toBe(false)
  expect(await lastCheckpoint()).toEqual(before)
  expect(await checkpointWhenDue(database, connections, '0 seconds')).toBe(true)
  expect(await lastCheckpoint()).not.toEqual(before)
  expect(await checkpointWhenDue(database, connections, '-1 minutes')).toBe(false)
})
