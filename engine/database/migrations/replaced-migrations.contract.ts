import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../testing/fresh-database.ts'
import type { Database } from '../database.ts'
import { embeddedDatabase } from '../embedded/embedded-database.ts'
import { postgresDatabase } from '../postgres-database.ts'
import { migrationsIn } from './apply-migrations.ts'
import { compareMigrations } from './compare-migrations.ts'
import { migrate, platformFolder } from './migrate.ts'
import { readSchemas } from './migration-files.ts'
import { versionsReplacedBy } from './replaced-migrations.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-replaced-'))
const project = join(home, 'project')
const databases: Database[] = []
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
  rmSync(home, { recursive: true, force: true })
})

async function emptyDatabase(): Promise<Database> {
  const database = process.env.TEST_POSTGRES_URL
    ? postgresDatabase(await freshDatabase(process.env.TEST_POSTGRES_URL))
    : await embeddedDatabase(join(home, `db-${databases.length}`))
  databases.push(database)
  return database
}

const sql = (database: Database, text: string) => database.run<Record<string, unknown>>({}, { text })
const write = (file: string, text: string) => writeFileSync(join(project, 'migrations', file), text)
const applied = (database: Database) =>
  sql(database, 'select version, name from supabase_migrations.schema_migrations order by 1')
const counted = [
  { version: '20260201000000', name: 'baseline' },
  { version: '20260201000100', name: 'city' },
]

/** The project before: two migrations for streets, and a third for the city whose timestamp lies in the future. */
function formerProject() {
  rmSync(project, { recursive: true, force: true })
  mkdirSync(join(project, 'migrations'), { recursive: true })
  write('20260101000000_streets.sql', 'create table public.streets (name text);')
  write('20260102000000_houses.sql', 'alter table public.streets add column houses int;')
  write('20261231000000_city.sql', 'alter table public.streets add column city text;')
}

/** The same project with a baseline instead of the first two migrations and another timestamp for the third. */
function newProject() {
  rmSync(project, { recursive: true })
  mkdirSync(join(project, 'migrations'), { recursive: true })
  write(
    '20260201000000_baseline.sql',
    `-- replaces: 20260101000000
-- replaces: 20260102000000
-- last commit that has them: abc123
create table public.streets (name text, houses int);`,
  )
  write('20260201000100_city.sql', '-- replaces: 20261231000000\nalter table public.streets add column city text;')
}

beforeEach(formerProject)

describe('a migration that replaces others', () => {
  it('counts as applied where they were, and every row stays', async () => {
    const database = await emptyDatabase()
    await migrate(database, project)
    await database.transaction({}, (tx) =>
      tx.query(`insert into public.streets values ('Main Street', 12, 'Springfield')`),
    )
    newProject()
    expect(await compareMigrations(database, project, [])).toEqual({ missing: [], edited: [], unknown: [] })
    expect(await migrate(database, project)).toMatchObject({ applied: [], isNew: false, edited: [] })
    expect(await applied(database)).toEqual(counted)
    expect(await sql(database, 'select * from public.streets')).toEqual([
      { name: 'Main Street', houses: 12, city: 'Springfield' },
    ])
    write('20260301000000_more.sql', 'create table public.parks ();')
    expect(await migrate(database, project)).toMatchObject({ applied: ['20260301000000_more.sql'] })
  })

  it('counts where all that it replaces is there, and what came later is applied', async () => {
    const database = await emptyDatabase()
    rmSync(join(project, 'migrations', '20261231000000_city.sql'))
    await migrate(database, project)
    newProject()
    expect(await migrate(database, project)).toMatchObject({ applied: ['20260201000100_city.sql'] })
    expect(await applied(database)).toEqual(counted)
  })

  it('makes a new database by itself', async () => {
    newProject()
    const database = await emptyDatabase()
    expect((await migrate(database, project)).applied).toEqual([
      '20260201000000_baseline.sql',
      '20260201000100_city.sql',
    ])
    expect((await migrate(database, project)).applied).toEqual([])
  })

  it('is refused where some are missing, with the commit that has them, and nothing has changed', async () => {
    const database = await emptyDatabase()
    rmSync(join(project, 'migrations', '20260102000000_houses.sql'))
    await migrate(database, project)
    const before = await applied(database)
    newProject()
    await expect(migrate(database, project)).rejects.toThrow(
      'This database lacks 1 of the 2 migrations that were replaced by 20260201000000_baseline.sql, the first of them 20260102000000. ' +
        'Commit abc123 is the last that has them: start that once, then this one.',
    )
    expect(await applied(database)).toEqual(before)
    expect((await compareMigrations(database, project, [])).missing).toContain('20260201000000_baseline.sql')
  })

  it('is refused in a database of another project', async () => {
    const database = await emptyDatabase()
    for (const file of ['20260101000000_streets.sql', '20260102000000_houses.sql', '20261231000000_city.sql'])
      rmSync(join(project, 'migrations', file))
    write('20250101000000_other.sql', 'create table public.others ();')
    await migrate(database, project)
    newProject()
    await expect(migrate(database, project)).rejects.toThrow('This database lacks 2 of the 2 migrations')
  })

  it('is what a backup from before is restored into', async () => {
    newProject()
    const database = await emptyDatabase()
    const recorded = { platform: await formerPlatform(), features: {}, project: ['20260101000000', '20260102000000'] }
    await migrate(database, project, [], { recorded })
    expect(await applied(database)).toEqual(counted.slice(0, 1))
    expect(await sql(database, 'select * from public.streets')).toEqual([])
  })
})

/** The records of the engine's own SQL in a database of an older version that began with schemas. */
async function formerPlatform(): Promise<string[]> {
  const schemas = await readSchemas(join(platformFolder, 'schemas'))
  return ['0000', ...schemas.flatMap(({ sql }) => versionsReplacedBy(sql))]
}

describe("the engine's own schemas", () => {
  const platform = (database: Database) =>
    sql(database, 'select version, name from engine.platform_migrations order by 1')
  const folder = join(home, 'shelves')
  const features = [{ name: 'shelves', folder, isOn: true }]
  mkdirSync(join(folder, 'schemas'), { recursive: true })
  writeFileSync(
    join(folder, 'schemas', '1_shelves.sql'),
    '-- replaces: 0001\n-- last commit that has them: def456\ncreate table engine.shelves (name text);',
  )

  it.each(['from the start', 'step by step'])(
    'count as made where numbered migrations had made them %s',
    async (how) => {
      const database = await emptyDatabase()
      await migrate(database, project, features)
      const fresh = await platform(database)
      const former = (await formerPlatform()).filter((version) => how === 'from the start' || version !== '0000')
      await database.transaction({}, async (tx) => {
        await tx.query('delete from engine.platform_migrations')
        await tx.query(`insert into engine.platform_migrations (version, name) select unnest($1::text[]), 'before'`, [
          former,
        ])
        await tx.query(
          `insert into engine.feature_migrations (feature, version, name) values ('shelves', '0000', 'schemas')`,
        )
      })
      const newer = await migrationsIn(platformFolder)
      const applied = newer.map(({ file }) => file)
      expect(await migrate(database, project, features)).toMatchObject({ applied, isNew: false, edited: [] })
      expect((await platform(database)).filter(({ version }) => version !== '0000')).toEqual(fresh)
      // Older code sees a version that it does not have.
      expect(fresh).toEqual([
        { version: '0116', name: 'schemas' },
        ...newer.map(({ version, name }) => ({ version, name })),
      ])
      expect(former.at(-1)).toBe('0115')
      expect(await compareMigrations(database, project, features)).toEqual({ missing: [], edited: [], unknown: [] })
    },
  )

  it('refuse a database that an earlier version left on the way, and tables of a feature too', async () => {
    const database = await emptyDatabase()
    await migrate(database, project, features)
    const former = await formerPlatform()
    await database.transaction({}, async (tx) => {
      await tx.query(`update engine.feature_migrations set version = '0000' where feature = 'shelves'`)
    })
    await expect(migrate(database, project, features)).rejects.toThrow(
      /lacks 1 of the 1 migrations that were replaced by shelves\/schemas.*Commit def456/,
    )
    await database.transaction({}, async (tx) => {
      await tx.query('delete from engine.platform_migrations')
      await tx.query(`insert into engine.platform_migrations (version, name) select unnest($1::text[]), 'before'`, [
        former.slice(0, 10),
      ])
    })
    await expect(migrate(database, project, features)).rejects.toThrow(
      new RegExp(
        `lacks ${former.length - 10} of the ${former.length - 1} migrations that were replaced by platform/schemas.*Commit 8099dd95`,
      ),
    )
  })
})
