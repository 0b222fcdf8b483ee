import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded.ts'
import { migrate } from '../database/migrations/migrate.ts'

/** An embedded database with what every project finds in its own, and nothing of any project. */
export async function throwawayDatabase(): Promise<Database & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'throwaway-database-'))
  const database = await embeddedDatabase(join(folder, 'db'))
  await migrate(database, folder)
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}
