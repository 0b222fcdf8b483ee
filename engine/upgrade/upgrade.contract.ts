import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadProject } from '../assembly/config-toml.ts'
import { featureTables } from '../assembly/features.ts'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { postgresDatabase } from '../database/postgres-database.ts'
import { parseConfig } from '../kernel/config/environment-variables.ts'
import { freshDatabase } from '../testing/fresh-database.ts'
import { upgrade } from './upgrade.ts'

const home = await mkdtemp(join(tmpdir(), 'upgrade-'))
const { TEST_POSTGRES_URL } = process.env
const env = {
  DATA_DIR: join(home, 'data'),
  PROJECT_DIR: join(home, 'project'),
  ...(TEST_POSTGRES_URL && { DATABASE_URL: await freshDatabase(TEST_POSTGRES_URL) }),
}
const config = parseConfig(env, { name: 'Shop' })
const migration = (name: string, sql: string) => writeFile(join(config.projectDir, 'migrations', `${name}.sql`), sql)

async function look<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = config.databaseUrl
    ? postgresDatabase(config.databaseUrl, 'somebody else')
    : await embeddedDatabase(join(config.dataDir, 'db'))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
const columnsOfShops = () =>
  look((database) =>
    database.run<{ name: string }>(
      {},
      {
        text: `select attname as name from pg_attribute
          where attrelid = 'public.shops'::regclass and attnum > 0 order by attnum`,
      },
    ),
  )

beforeAll(async () => {
  await mkdir(join(config.projectDir, 'migrations'), { recursive: true })
  await writeFile(join(config.projectDir, 'config.toml'), '')
  await migration('1_shops', "create table public.shops (name text); insert into public.shops values ('Bakery')")
  const project = await loadProject(config.projectDir, env)
  await look((database) => migrate(database, config.projectDir, featureTables(project.config)))
})
afterAll(() => rm(home, { recursive: true, force: true }))

it('applies what is missing, all or nothing, and says what has become of it', async () => {
  await migration('2_towns', 'alter table public.shops add town text')
  await migration('3_streets', "alter table public.shops add street text; insert into public.shops values (1 / 0, 'x')")
  const project = await loadProject(config.projectDir, env)
  await expect(upgrade(config, project)).rejects.toThrow(/^Migration 3_streets\.sql failed: division by zero/)
  expect(await columnsOfShops()).toEqual([{ name: 'name' }])

  await migration('3_streets', 'create table public.streets (name text)')
  const upgraded = await upgrade(config, project)
  expect(upgraded.applied).toEqual(['2_towns.sql', '3_streets.sql'])
  const columns = ['column public.shops.town', 'column public.streets.name']
  expect(upgraded.added).toEqual(expect.arrayContaining(['relation public.streets', ...columns]))
  expect([...upgraded.changed, ...upgraded.removed]).toEqual([])
  expect(await columnsOfShops()).toEqual([{ name: 'name' }, { name: 'town' }])
  expect(await upgrade(config, project)).toEqual({ applied: [], added: [], changed: [], removed: [] })
})

// PostgreSQL has the extensions that are installed on its machine.
it.skipIf(TEST_POSTGRES_URL)(
  'applies a migration that creates an extension, which the database is opened anew for',
  async () => {
    await migration('4_names', 'create extension citext; alter table public.shops add nickname citext')
    const { applied } = await upgrade(config, await loadProject(config.projectDir, env))
    expect(applied).toEqual(['4_names.sql'])
  },
)

it('does nothing while a server uses the database', async () => {
  const project = await loadProject(config.projectDir, env)
  const server = config.databaseUrl
    ? postgresDatabase(config.databaseUrl, 'Shop')
    : await embeddedDatabase(join(config.dataDir, 'db'))
  await server.run({}, { text: 'select 1' })
  await expect(upgrade(config, project)).rejects.toThrow(/A server is using that database|is in use by/)
  await server.close()
})
