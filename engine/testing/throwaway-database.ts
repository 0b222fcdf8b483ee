import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { type MigrateOptions, migrate } from '../database/migrations/migrate.ts'
import { postgresDatabase } from '../database/postgres-database.ts'
import { freshDatabase } from './fresh-database.ts'

const { TEST_POSTGRES_URL } = process.env

/**
 * A database with the platform's objects and, if `projectDir` is given, those of its migrations: an embedded one, or a
 * new one in TEST_POSTGRES_URL if that is set.
 */
export async function throwawayDatabase(
  projectDir?: string,
  options?: MigrateOptions,
): Promise<Database & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'throwaway-database-'))
  const database = TEST_POSTGRES_URL
    ? postgresDatabase(await freshDatabase(TEST_POSTGRES_URL))
    : await embeddedDatabase(join(folder, 'db'))
  await migrate(database, projectDir ?? folder, [], options)
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}
