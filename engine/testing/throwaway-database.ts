import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { postgresDatabase } from '../database/postgres-database.ts'
import { freshDatabase } from './fresh-database.ts'
import { migratedDatabase, type TestMigrations } from './migrated-database.ts'

const { TEST_POSTGRES_URL } = process.env

/**
 * A database with the platform's objects, those of `features` and, if `projectDir` is given, those of its migrations: an
 * embedded one, or a new one in TEST_POSTGRES_URL if that is set.
 */
export async function throwawayDatabase(
  projectDir?: string,
  options: TestMigrations = {},
): Promise<Database & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'throwaway-database-'))
  const database = TEST_POSTGRES_URL
    ? await onPostgres(TEST_POSTGRES_URL, projectDir ?? folder, options)
    : await migratedDatabase(join(folder, 'db'), projectDir ?? folder, options)
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function onPostgres(serverUrl: string, projectDir: string, { features = [], ...options }: TestMigrations) {
  const database = postgresDatabase(await freshDatabase(serverUrl))
  await migrate(database, projectDir, features, options)
  return database
}
