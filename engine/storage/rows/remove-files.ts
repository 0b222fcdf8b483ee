import pg from 'pg'
import { type Database, SessionEnded } from '../../database/database.ts'
import { StorageError } from '../errors.ts'
import type { FileStore } from '../files/file-store.ts'

export type FileServices = {
  database: Pick<Database, 'run'>
  files: { store: FileStore }
  log: { warn(error: unknown, message: string): void }
}

/**
 * Removes files that no row names any more. A failure is left to the sweep, because the caller's request has succeeded.
 */
export async function removeFiles({ database, files, log }: FileServices, versions: readonly (string | null)[]) {
  try {
    await dropFiles(
      database,
      files.store,
      versions.filter((version) => version !== null),
    )
  } catch (error) {
    log.warn(error, 'Files whose rows are gone could not be removed; the sweep will try again.')
  }
}

/**
 * Permanently removes files of deleted rows. A backup in progress may still contain their rows, and finds the files in
 * the quarantine.
 */
export async function dropFiles(database: Pick<Database, 'run'>, store: FileStore, versions: readonly string[]) {
  if (versions.length === 0) return
  const [answer] = await database.run({}, { text: 'select engine.is_backed_up() as is_held' })
  if (answer?.is_held) await store.quarantine.add(versions)
  else await store.remove(versions)
}

/**
 * Removes the file of a row that could not be written. After a lost connection the row may exist nevertheless; then the
 * file stays, and the sweep decides.
 */
export async function removeRejectedFile(app: FileServices, version: string, error: unknown) {
  const isRefusal = error instanceof pg.DatabaseError || error instanceof SessionEnded || error instanceof StorageError
  if (isRefusal) await removeFiles(app, [version])
}
