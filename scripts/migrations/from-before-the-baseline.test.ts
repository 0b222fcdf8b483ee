import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  catalogue,
  compareMigrations,
  type Database,
  migrate,
  throwawayDatabase,
  versionsReplacedBy,
} from 'engine/testing/database'
import { afterAll, describe, expect, it } from 'vitest'
import { projectDir } from '../schema/project-sql.ts'
import { MigrationsFolder } from './migrations-folder.ts'

const folder = new MigrationsFolder(projectDir)
const [baseline = ''] = folder.files()
const former = versionsReplacedBy(folder.text(baseline))
const home = mkdtempSync(join(tmpdir(), 'before-the-baseline-'))
afterAll(() => rmSync(home, { recursive: true }))

const run = (database: Database, text: string, values?: unknown[]) =>
  database.transaction({}, (tx) => tx.query(text, values))

/** A database as the last commit before the baseline leaves it; the baseline makes the same objects. */
async function databaseOfBefore(versions: readonly string[]) {
  const ofBaseline = join(home, 'baseline')
  mkdirSync(join(ofBaseline, 'migrations'), { recursive: true })
  cpSync(folder.path(baseline), join(ofBaseline, 'migrations', baseline))
  const database = await throwawayDatabase(ofBaseline)
  await run(database, 'delete from supabase_migrations.schema_migrations')
  await run(
    database,
    `insert into supabase_migrations.schema_migrations (version, name) select unnest($1::text[]), 'before'`,
    [versions],
  )
  await run(database, `insert into public.agencies (name) values ('North')`)
  return database
}

describe('a database of before the baseline', () => {
  it('counts it as applied, keeps its rows, gets what came since, and is then like a new one', async () => {
    expect(former).toHaveLength(96)
    await using database = await databaseOfBefore(former)
    expect(await migrate(database, projectDir)).toMatchObject({
      applied: folder.files().slice(1),
      isNew: false,
      edited: [],
    })
    expect(await run(database, 'select name from public.agencies')).toEqual([{ name: 'North' }])
    expect(await compareMigrations(database, projectDir, [])).toEqual({ missing: [], edited: [], unknown: [] })

    await using fresh = await throwawayDatabase(projectDir)
    // Excludes rows, which the agency's data adds.
    const objects = async (one: Database) =>
      Object.entries(await one.transaction({}, catalogue)).filter(([name]) => !name.startsWith('rows of '))
    expect(await objects(database)).toEqual(await objects(fresh))
  })

  it('is refused where it is older, with the commit that can bring it forward, and stays as it was', async () => {
    await using database = await databaseOfBefore(former.slice(0, -1))
    await expect(migrate(database, projectDir)).rejects.toThrow(
      `This database lacks 1 of the 96 migrations that were replaced by ${baseline}, the first of them ${former.at(-1)}. Commit 8099dd95`,
    )
    expect(await run(database, 'select count(*)::int as count from supabase_migrations.schema_migrations')).toEqual([
      { count: 95 },
    ])
  })
})
