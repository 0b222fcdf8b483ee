import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyTable } from '../../testing/feature-tables.ts'
import { catalogue } from '../../testing/same-database/catalogue.ts'
import { lookAfter } from '../../testing/same-database/look-after.ts'
import type { Database } from '../database.ts'
import { embeddedDatabase } from '../embedded/embedded.ts'
import { platformHistory } from '../migrations/histories.ts'
import { readMigrations, readSchemas } from '../migrations/migration-files.ts'

// Until it has a migration, what stands in for an extension is what it began with; the first one then has that in it.
const changed = everyTable.filter(({ folder, standsInFor }) => !standsInFor || existsSync(join(folder, 'migrations')))
const everywhere = [import.meta.dirname, ...changed.map(({ folder }) => folder)]

let home: string
let database: Database
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'same-database-'))
  database = await embeddedDatabase(join(home, 'db'))
}, 60_000)
afterAll(async () => {
  await database.close()
  await rm(home, { recursive: true, force: true })
})

async function filesOf(read: typeof readSchemas, name: string, folders = everywhere) {
  const files = new Map([['the table of what was applied', platformHistory.create ?? '']])
  for (const folder of folders) {
    for (const { file, sql } of await read(join(folder, name))) files.set(join(folder, name, file), sql)
  }
  return files
}

describe('the database of the engine', () => {
  it('is the same by its migrations and by its schemas, those of the features included', {
    timeout: 60_000,
  }, async () => {
    const state = await lookAfter(database, await filesOf(readSchemas, 'schemas'), catalogue)
    expect(state).toEqual(await lookAfter(database, await filesOf(readMigrations, 'migrations'), catalogue))
    const known = ['auth.users', 'storage.objects', 'auth.oauth_clients', 'engine.vectors'].map(
      (name) => `relation ${name}`,
    )
    expect(Object.keys(state)).toEqual(expect.arrayContaining(known))
  })

  // What stands in for an extension has tests of its own, in databases that have no other.
  it.each(everyTable.filter(({ standsInFor }) => !standsInFor))(
    'has the tables of $name without those of any other feature',
    async ({ folder }) => {
      const files = await filesOf(readSchemas, 'schemas', [import.meta.dirname, folder])
      const objects = await lookAfter(database, files, catalogue)
      expect(Object.keys(objects).filter((name) => name.startsWith('relation '))).not.toHaveLength(0)
    },
  )
})
