import pg from 'pg'
import { SessionEnded } from '../../database/database.ts'
import { StorageError } from '../errors.ts'
import type { FileStore } from '../files/file-store.ts'

export type FileServices = { files: { store: FileStore }; log: { warn(error: unknown, message: string): void } }

/** Removes files that no row names any more. What fails here is left for the sweep: the caller's work is done. */
export async function removeFiles({ files, log }: FileServices, versions: readonly (string | null)[]) {
  try {
    await files.store.remove(versions.filter((version) => version !== null))
  } catch (error) {
    log.warn(error, 'Files whose rows are gone could not be removed; the sweep will try again.')
  }
}

/**
 * Removes the file of a row that was refused. Where the connection broke, the row may be there all the same: then the
 * file stays, and the sweep decides.
 */
export async function takeBack(app: FileServices, version: string, error: unknown) {
  const isRefusal = error instanceof pg.DatabaseError || error instanceof SessionEnded || error instanceof StorageError
  if (isRefusal) await removeFiles(app, [version])
}
