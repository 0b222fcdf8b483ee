import pg from 'pg'
import type { Database } from '../database.ts'
import { MigrationFailed } from './migration-failed.ts'
import type { Migration } from './migration-files.ts'

const NOT_SUPPORTED = '0A000'
const CREATED = /\bcreate\s+extension\s+(?:if\s+not\s+exists\s+)?"?([\w-]+)/gi

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
      if (missing === undefined || !(await database.provide?.([missing, ...createdIn(migrations)]))) throw error
    }
  }
}

function missingExtension(error: unknown): string | undefined {
  if (!(error instanceof MigrationFailed) || !(error.cause instanceof pg.DatabaseError)) return undefined
  const { code, message } = error.cause
  return code === NOT_SUPPORTED ? /^extension "(.+)" is not available$/.exec(message)?.[1] : undefined
}

const createdIn = (migrations: readonly Migration[]) =>
  migrations.flatMap(({ sql }) => Array.from(sql.matchAll(CREATED), ([, name = '']) => name))
