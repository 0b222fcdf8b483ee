import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openPglite } from './pglite.ts'
import { FAILED, SYNCED, type SyncRequest, syncThrough } from './sync-on-one-thread.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-sync-'))
const folder = join(home, 'db')
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Records what reaches the disk, in order; `answer` is the result of flushing a file of a table. */
function disk(answer: () => number) {
  const reached: string[] = []
  const name = (path: string) => relative(folder, path)
  const together = syncThrough({
    postMessage(question: SyncRequest) {
      reached.push(...question.paths.map(name))
      Atomics.store(question.answer, 0, answer())
    },
  })
  const sync = (path: string, descriptor: number) => {
    together(path, descriptor)
    if (!name(path).startsWith('base')) reached.push(name(path))
  }
  return { reached, sync }
}

it('brings tables to the disk together, before the log says that they are there', async () => {
  const { reached, sync } = disk(() => SYNCED)
  const pglite = await openPglite(folder, { sync })
  await pglite.exec('create table orders (n int primary key); insert into orders select generate_series(1, 100)')
  const { rows } = await pglite.query<{ path: string }>(
    `select pg_relation_filepath(name::regclass) as path from unnest(array['orders', 'orders_pkey']) as name`,
  )
  reached.length = 0
  await pglite.exec('checkpoint')
  await pglite.close()
  const log = reached.findIndex((name) => name.startsWith('pg_wal'))
  const control = reached.indexOf(join('global', 'pg_control'))
  expect(rows).toHaveLength(2)
  for (const { path } of rows) {
    expect(reached).toContain(path)
    expect(reached.indexOf(path)).toBeLessThan(log)
  }
  expect(log).toBeLessThan(control)
})

it('makes no checkpoint where a table does not reach the disk', async () => {
  let result = SYNCED
  const { reached, sync } = disk(() => result)
  const pglite = await openPglite(folder, { sync })
  await pglite.exec('insert into orders select generate_series(101, 200)')
  reached.length = 0
  result = FAILED
  await expect(pglite.exec('checkpoint')).rejects.toThrow()
  expect(reached).not.toContain(join('global', 'pg_control'))

  const again = await openPglite(folder)
  const { rows } = await again.query('select count(*)::int as count from orders')
  expect(rows).toEqual([{ count: 200 }])
  await again.close()
})
