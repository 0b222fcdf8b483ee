import type { FileStore } from '../files/file-store.ts'

type Services = { files: { store: FileStore }; log: { warn(error: unknown, message: string): void } }

/** Removes files that no row names any more. What fails here is left for the sweep: the caller's work is done. */
export async function removeFiles({ files, log }: Services, versions: readonly (string | null)[]) {
  try {
    await files.store.remove(versions.filter((version) => version !== null))
  } catch (error) {
    log.warn(error, 'Files whose rows are gone could not be removed; the sweep will try again.')
  }
}
