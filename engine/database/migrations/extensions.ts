import pg from 'pg'
import type { Database } from '../database.ts'
import { MigrationFailed } from './migration-failed.ts'
import type { Migration } from './migration-files.ts'
import { createdIn } from './stand-ins.ts'

const NOT_SUPPORTED = '0A000'

/** Tries again where an extension was missing that the database can have after all, with all that `migrations` create. */
export async function providingExtensions<T>(
  database: Database,
  migrations: readonly Migration[],
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const missing = missingExtension(error)
      if (missing === undefined) throw error
      const created = migrations.flatMap(({ sql }) => createdIn(sql))
      if (!(await database.provide?.([missing, ...created]))) throw error
    }
  }
}

function missingExtension(error: unknown): string | undefined {
  if (!(error instanceof MigrationFailed) || !(error.cause instanceof pg.DatabaseError)) return undefined
  const { code, message } = error.cause
  return code === NOT_SUPPORTED ? /^extension "(.+)" is not available$/.exec(message)?.[1] : undefined
}
