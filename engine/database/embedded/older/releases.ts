import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../../../errno.ts'

/** What the embedded database is; its files are of no use to another one. */
export const POSTGRES_VERSION = 18

export type Release = { version: string; integrity: string }

/**
 * The last PGlite of each earlier PostgreSQL, from npm, to read what it made. Whoever raises POSTGRES_VERSION adds the PGlite of
 * until then: `npm view @electric-sql/pglite@0.4.6 dist.integrity`. Before 17 PGlite lacked pgcrypto, so that nothing of ours ran
 * on it.
 */
export const olderReleases: Readonly<Record<number, Release>> = {
  17: {
    version: '0.4.6',
    integrity: 'sha512-qmlmfN8UyKCee35qkV0r/MBp+Znl8FjBz7OpoglNvww3GJpw0/DLP0o1ZymvLNmcD5DTLOQdzKPtF8Hd3mdl1w==',
  },
}

/** Of which PostgreSQL the database in `folder` is; undefined where there is none. */
export async function postgresOf(folder: string): Promise<number | undefined> {
  try {
    const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
    return /^\d+$/.test(version) ? Number(version) : undefined
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Of which earlier PostgreSQL it is, where that can be read with the PGlite of then; undefined for all others. */
export async function earlierPostgresOf(folder: string): Promise<number | undefined> {
  const postgres = await postgresOf(folder)
  return postgres !== undefined && postgres < POSTGRES_VERSION && postgres in olderReleases ? postgres : undefined
}
