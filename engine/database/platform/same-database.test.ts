import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyTable } from '../../testing/feature-tables.ts'
import { catalogue } from '../../testing/same-database/catalogue.ts'
import { inspectAfterSql } from '../../testing/same-database/inspect-after-sql.ts'
import type { Database } from '../database.ts'
import { embeddedDatabase } from '../embedded/embedded-database.ts'
import { readMigrations, readSchemas } from '../migrations/migration-files.ts'
import { platformHistory } from '../migrations/migration-histories.ts'

let home: string
let database: Database
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'same-database-'))
  database = await embeddedDatabase(join(home, 'db'))
})
afterAll(async () => {
  await database.close()
  await rm(home, { recursive: true, force: true })
})

async function filesOf(read: typeof readSchemas, name: string, folders: readonly string[]) {
  const files: [string, string][] = []
  for (const folder of folders) {
    for (const { file, sql } of await read(join(folder, name))) files.push([join(folder, name, file), sql])
  }
  return files
}

const schemasOf = async (folders: readonly string[]) =>
  new Map([
    ['the table of what was applied', platformHistory.create ?? ''],
    ...(await filesOf(readSchemas, 'schemas', folders)),
  ])

const everywhere = [import.meta.dirname, ...everyTable.map(({ folder }) => folder)]

/** The objects that these migrations change in a database that has the schemas already. */
async function changedBy(migrations: readonly [string, string][]) {
  const schemas = await schemasOf(everywhere)
  const before = await inspectAfterSql(database, schemas, catalogue)
  const after = await inspectAfterSql(database, new Map([...schemas, ...migrations]), catalogue)
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
}

describe('the database of the engine', () => {
  // The migrations update databases that are older than the schemas, and are written so that they can also run in a new
  // one.
  it('is what its migrations make of it, which change nothing in a new one', async () => {
    expect(await changedBy(await filesOf(readMigrations, 'migrations', everywhere))).toEqual([])
    const mistake = 'create or replace function auth.uid() returns uuid language sql as $$ select null::uuid $$'
    expect(await changedBy([['0118_mistake.sql', mistake]])).toEqual(['function auth.uid()'])
  })

  // Features that stand in for an extension have tests of their own, in a database without that extension.
  it.each(everyTable.filter(({ standsInFor }) => !standsInFor))(
    'has the tables of $name without those of any other feature',
    async ({ folder }) => {
      const objects = await inspectAfterSql(database, await schemasOf([import.meta.dirname, folder]), catalogue)
      expect(Object.keys(objects).filter((name) => name.startsWith('relation '))).not.toHaveLength(0)
    },
  )
})
