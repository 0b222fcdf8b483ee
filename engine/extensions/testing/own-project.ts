import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Database, Row } from '../../database/database.ts'
import { embeddedDatabase } from '../../database/embedded/embedded.ts'
import { migrate } from '../../database/migrations/migrate.ts'
import { postgresDatabase } from '../../database/postgres.ts'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { standIns } from '../features.ts'
import { tablesOfStandIn } from '../stand-in.ts'

/** A database with the migrations of a project, for the tests of one file: on PostgreSQL where TEST_POSTGRES_URL names one. */
export async function ownProject(...migrations: string[]) {
  const home = await mkdtemp(join(tmpdir(), 'extensions-'))
  const project = join(home, 'project')
  await mkdir(join(project, 'migrations'), { recursive: true })
  const database: Database = process.env.TEST_POSTGRES_URL
    ? postgresDatabase(await freshDatabase(process.env.TEST_POSTGRES_URL))
    : await embeddedDatabase(join(home, 'db'))
  afterAll(async () => {
    await database.close()
    await rm(home, { recursive: true, force: true })
  })
  let count = 0

  /** Adds migrations to the project, and applies them. */
  async function apply(...some: string[]) {
    for (const sql of some) await writeFile(join(project, 'migrations', `${++count}_test.sql`), sql)
    await migrate(database, project, standIns.map(tablesOfStandIn))
  }
  await apply(...migrations)

  return {
    database,
    apply,
    sql: <R extends Row = Row>(text: string, ...values: unknown[]) => database.run<R>({}, { text, values }),
    /** As a person or a visitor, whose statements the API runs. */
    as: (role: string, text: string) => database.run({ caller: { role, claims: { role } } }, { text }),
  }
}
