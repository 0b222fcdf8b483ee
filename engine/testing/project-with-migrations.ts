import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { loadProject } from '../assembly/config-toml.ts'
import { featureTables } from '../assembly/features.ts'
import type { Database, Row } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { postgresDatabase } from '../database/postgres-database.ts'
import { freshDatabase } from './fresh-database.ts'

/**
 * A database with the migrations of a project, for the tests of one file; on PostgreSQL where TEST_POSTGRES_URL is set.
 */
export async function projectWithMigrations(...migrations: string[]) {
  const home = await mkdtemp(join(tmpdir(), 'extensions-'))
  const dir = join(home, 'project')
  await mkdir(join(dir, 'migrations'), { recursive: true })
  await writeFile(join(dir, 'config.toml'), '')
  const { TEST_POSTGRES_URL } = process.env
  const url = TEST_POSTGRES_URL && (await freshDatabase(TEST_POSTGRES_URL))
  const databases: [Database, ...Database[]] = [url ? postgresDatabase(url) : await embeddedDatabase(join(home, 'db'))]
  const [database] = databases
  afterAll(async () => {
    for (const one of databases) await one.close()
    await rm(home, { recursive: true, force: true })
  })
  const project = await loadProject(dir, {})
  const vaultKey = async () => 'k'.repeat(43)
  let count = 0

  /** Adds migrations to the project. */
  async function write(...some: string[]) {
    for (const sql of some) await writeFile(join(dir, 'migrations', `${++count}_test.sql`), sql)
  }
  /** Adds migrations and applies them. Migrations that fail are removed again. */
  async function apply(...some: string[]) {
    const before = count
    await write(...some)
    try {
      await migrate(database, dir, featureTables(project.config, vaultKey))
    } catch (error) {
      for (; count > before; count--) await rm(join(dir, 'migrations', `${count}_test.sql`))
      throw error
    }
  }
  await apply(...migrations)

  return {
    database,
    /** The database as another server sees it, with connections of its own. An embedded database is open only once. */
    anotherServers(): Database {
      if (!url) return database
      const another = postgresDatabase(url)
      databases.push(another)
      return another
    },
    project,
    vaultKey,
    write,
    apply,
    sql: <R extends Row = Row>(text: string, ...values: unknown[]) => database.run<R>({}, { text, values }),
    /** Runs a statement as the API does for a role. */
    as: (role: string, text: string) => database.run({ caller: { role, claims: { role } } }, { text }),
  }
}
