import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { DatabaseUnreachable } from '../database/database.ts'
import { explainOpenFailure } from '../database/embedded/explain-open-failure.ts'
import { codeOf } from '../database/migrations/in-one-transaction.ts'
import { FileFailed } from '../database/migrations/migration-failed.ts'
import type { Config } from '../kernel/config/environment-variables.ts'

type Folders = Pick<Config, 'dataDir' | 'projectDir' | 'siteDir' | 'databaseUrl'>

/** Explains a failed start to the operator: one line that names the cause and says what to do. */
export async function explainStartFailure(error: unknown, config: Folders): Promise<string> {
  const isOfDatabase = error instanceof DatabaseUnreachable
  const trouble =
    isOfDatabase && config.databaseUrl === undefined
      ? await explainEmbeddedFailure(error, config)
      : (explainFileFailure(error, config) ?? explainLockFailure(error, config) ?? explainServerFailure(error, config))
  return trouble ?? (error instanceof Error ? error.message : String(error))
}

async function explainEmbeddedFailure(error: Error, config: Folders): Promise<string | undefined> {
  const folder = join(config.dataDir, 'db')
  try {
    // A folder that cannot be read would look empty.
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return explainFileFailure(error, config) ?? (await explainOpenFailure(folder, error.message))
  } catch (reason) {
    return explainFileFailure(reason, config) ?? explainFileFailure(error, config)
  }
}

/** Explains a failed call of the file system, also one whose message came from another thread. */
function explainFileFailure(error: unknown, config: Folders): string | undefined {
  const [, code = '', path] = /^(E[A-Z]+): [^']*(?:'([^']*)')?/.exec(error instanceof Error ? error.message : '') ?? []
  const setting = settingOf(path, config)
  const where = path ?? config.dataDir
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `${setting} should be a folder that this user may read and write, with all that is in it: ${where} is not.`
    case 'EROFS':
      return `${setting} should be a folder that can be written to: the disk of ${where} is read-only.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `${setting} needs room on its disk, and nothing is left for ${where}. Make room and start again.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${setting} should be a folder: at ${where} is something else.`
    case 'ENOTEMPTY':
      return `${setting} should be a folder that was made here, or a new one: ${where} holds something else.`
    case 'EIO':
      return `${setting} lies on a disk that fails: ${where} cannot be read or written. Restore it from a backup on another disk.`
  }
  return undefined
}

function settingOf(path: string | undefined, { dataDir, projectDir, siteDir }: Folders): string {
  const isIn = (folder: string | undefined) =>
    folder !== undefined && path !== undefined && !relative(folder, path).split(sep).includes('..')
  if (isIn(dataDir)) return 'DATA_DIR'
  if (isIn(projectDir)) return 'PROJECT_DIR'
  return isIn(siteDir) ? 'SITE_DIR' : 'DATA_DIR'
}

const SQLITE_READ_ONLY = 8
const SQLITE_FULL = 13
const SQLITE_CANNOT_OPEN = 14
const SQLITE_NOT_A_DATABASE = 26

/** The lock of the folder is SQLite's. */
function explainLockFailure(error: unknown, { dataDir }: Folders): string | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  const lock = join(dataDir, 'db.lock')
  switch (error.errcode) {
    case SQLITE_FULL:
      return `DATA_DIR needs room on its disk, and nothing is left for ${lock}. Make room and start again.`
    case SQLITE_READ_ONLY:
    case SQLITE_CANNOT_OPEN:
      return `DATA_DIR should be a folder that this user may read and write, with all that is in it: ${lock} is not.`
    case SQLITE_NOT_A_DATABASE:
      return `${lock} is damaged. It holds nothing but a lock: where no other process runs on this folder, delete it and start again.`
  }
  return undefined
}

const INSUFFICIENT_PRIVILEGE = '42501'

function explainServerFailure(error: unknown, { databaseUrl }: Folders): string | undefined {
  if (error instanceof DatabaseUnreachable) {
    return `DATABASE_URL should be the address of a database that answers: ${error.message}.`
  }
  // The engine cannot explain an error in the project's own migration better than PostgreSQL does.
  if (databaseUrl === undefined || !(error instanceof FileFailed) || !error.particulars.isOurs) return undefined
  if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) return undefined
  return `DATABASE_URL should name a superuser for the first start, and for that of a new version: ${error.message}`
}
