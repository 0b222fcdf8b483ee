import pg from 'pg'
import type { Database } from '../database.ts'
import { MigrationFailed } from './migration-failed.ts'
import type { Migration } from './migration-files.ts'
import { createdIn } from './stand-ins.ts'

const NOT_SUPPORTED = '0A000'

/** Asks for an extension that was missing and that the database may have after all, with all that `migrations` create. */
export async function providingExtensions<T>(
  database: Database,
  migrations: readonly Migration[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const missing = missingExtension(error)
    if (missing !== undefined) await database.provide?.([missing, ...migrations.flatMap(({ sql }) => createdIn(sql))])
    throw error
  }
}

function missingExtension(error: unknown): string | undefined {
  if (!(error instanceof MigrationFailed) || !(error.cause instanceof pg.DatabaseError)) return undefined
  const { code, message } = error.cause
  return code === NOT_SUPPORTED ? /^extension "(.+)" is not available$/.exec(message)?.[1] : undefined
}
