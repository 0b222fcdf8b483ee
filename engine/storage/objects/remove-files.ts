import pg from 'pg'
import { type Database, SessionEnded } from '../../database/database.ts'
import { StorageError } from '../errors.ts'
import type { FileStore } from '../files/file-store.ts'
import { asEngine } from '../http/statements.ts'

export type FileServices = { files: { store: FileStore }; log: { warn(error: unknown, message: string): void } }

/** Removes files that no row names any more. What fails here is left for the sweep: the caller's work is done. */
export async function removeFiles({ files, log }: FileServices, versions: readonly (string | null)[]) {
  try {
    await files.store.remove(versions.filter((version) => version !== null))
  } catch (error) {
    log.warn(error, 'Files whose rows are gone could not be removed; the sweep will try again.')
  }
}

/** Removes the files of rows that were replaced or deleted, but for those that their bucket keeps as earlier versions. */
export async function removeReplaced(
  app: FileServices & { database: Database },
  versions: readonly (string | null)[],
): Promise<void> {
  const kept = await app.database
    .run<{ version: string }>(asEngine, {
      text: 'select version from storage.objects where version = any($1)',
      values: [versions],
    })
    .catch((error) => {
      // The work is done; what is left behind the sweep finds.
      app.log.warn(error, 'It is unknown which files of replaced rows are still needed; the sweep will see.')
      return undefined
    })
  if (!kept) return
  const needed = new Set(kept.map(({ version }) => version))
  await removeFiles(
    app,
    versions.filter((version) => version !== null && !needed.has(version)),
  )
}

/**
 * Removes the file of a row that was refused. Where the connection broke, the row may be there all the same: then the
 * file stays, and the sweep decides.
 */
export async function takeBack(app: FileServices, version: string, error: unknown) {
  const isRefusal = error instanceof pg.DatabaseError || error instanceof SessionEnded || error instanceof StorageError
  if (isRefusal) await removeFiles(app, [version])
}
