import { afterAll, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { postgresDatabase } from '../../database/postgres-database.ts'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { projectWithMigrations } from '../../testing/project-with-migrations.ts'
import { loadDatabaseSettings } from './database-settings.ts'

const { database, sql, apply } = await projectWithMigrations(
  `alter role authenticator set pgrst.db_max_rows = '7';
   do $$ begin execute 'alter user authenticator set "pgrst.db_aggregates_enabled" to ''true'''; end $$;
   alter database postgres set "app.settings.url" = 'https://own.test';
   alter database postgres set pgrst.db_tx_end = 'rollback';`,
)
const settingsOf = (one: Database) => one.transaction({}, (tx) => loadDatabaseSettings(tx))

it('what a project’s migrations set counts in its own database, and only what they set for the role', async () => {
  expect(await settingsOf(database)).toEqual({ db_max_rows: '7', db_aggregates_enabled: 'true' })
  const ofDatabase = `select unnest(setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = setdatabase
    where setrole = 0 and datname = current_database() order by 1`
  expect((await sql(ofDatabase)).map(({ setting }) => setting)).toEqual([
    'app.settings.url=https://own.test',
    'pgrst.db_tx_end=rollback',
  ])
  await apply('alter role authenticator reset pgrst.db_aggregates_enabled;')
  expect(await settingsOf(database)).toEqual({ db_max_rows: '7' })
})

it('and in no other database of the server', async () => {
  const { TEST_POSTGRES_URL } = process.env
  // Role settings are shared by a whole server, which the embedded database does not have.
  if (!TEST_POSTGRES_URL) return
  const other = postgresDatabase(await freshDatabase(TEST_POSTGRES_URL))
  afterAll(() => other.close())
  expect(await settingsOf(other)).toEqual({})
  const [row] = await other.run({}, { text: "select current_setting('app.settings.url', true) as url" })
  expect(row).toEqual({ url: null })
})
