import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../../kernel/errno.ts'

/** The PostgreSQL version that PGlite is built from; it opens no files of another major version. */
export const POSTGRES_VERSION = 18

/** The major version of the PostgreSQL that created the database in `folder`; undefined where there is no database. */
export async function postgresVersionOf(folder: string): Promise<number | undefined> {
  try {
    const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
    return /^\d+$/.test(version) ? Number(version) : undefined
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
