import { statfs } from 'node:fs/promises'
import { POSTGRES_VERSION, postgresVersionOf } from './postgres-version.ts'

/** Postgres needs at least this much free space when it opens. */
const MIN_FREE_BYTES = 32 * 2 ** 20

/** The messages of PGlite and WebAssembly when Postgres crashed while opening. */
const PGLITE_CRASH = /^(Aborted|PGlite failed|unreachable|memory access|table index|null function|indirect call)/

/**
 * Explains why the database in `folder` did not open and what to do, where the error itself is meant for programmers
 * alone. Undefined where the error is clear.
 */
export async function explainOpenFailure(folder: string, words: string): Promise<string | undefined> {
  const version = await postgresVersionOf(folder)
  if (version !== undefined && version !== POSTGRES_VERSION) {
    return `${folder} holds a database of PostgreSQL ${version}, and this version of the engine opens those of PostgreSQL ${POSTGRES_VERSION}. Start the version that made it, or restore a backup of this one.`
  }
  if (/out of memory|could not allocate|OOM/i.test(words)) {
    return `The embedded database found no memory (${words}). Give this process 512 MB.`
  }
  if (!PGLITE_CRASH.test(words)) return undefined
  const { blocks, bavail, bsize } = await statfs(folder)
  if (blocks > 0 && bavail * bsize < MIN_FREE_BYTES) {
    return `DATA_DIR needs room on its disk, and nearly nothing is left for ${folder}. Make room and start again.`
  }
  const said = words.replace(/\. Build with.*/, '')
  return `The database in ${folder} is damaged and does not open (${said}). Restore DATA_DIR from a backup, and keep the damaged folder: it may hold what the backup does not.`
}
