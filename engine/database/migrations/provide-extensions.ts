import pg from 'pg'
import type { Database } from '../database.ts'
import { MigrationFailed } from './migration-failed.ts'
import type { Migration } from './migration-files.ts'
import { missingExtension } from './missing-extension.ts'
import { extensionsCreatedIn } from './stand-ins.ts'

/**
 * Runs the work; where it fails for a missing extension that the database could load, asks for that extension together
 * with all others that `migrations` create.
 */
export async function providingExtensions<T>(
  database: Database,
  migrations: readonly Migration[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const missing = missingExtensionOf(error)
    if (missing !== undefined)
      await database.provide?.([missing, ...migrations.flatMap(({ sql }) => extensionsCreatedIn(sql))])
    throw error
  }
}

const missingExtensionOf = (error: unknown): string | undefined =>
  error instanceof MigrationFailed && error.cause instanceof pg.DatabaseError
    ? missingExtension(error.cause)
    : undefined
