import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cloneOf } from '../earlier/clone.ts'
import { install } from './programs.ts'

/** The PGlite of before that this is tried with, and its PostgreSQL. */
export const OLDER = { pglite: '0.4.6', postgres: 17 }

/**
 * This state of the repository as it would have been with the PGlite of before: no earlier state had another major version. All of
 * it is ours but what that PGlite does not bear, a new database's files and what is done on its thread.
 */
export function olderClone(folder: string): void {
  cloneOf('HEAD', folder)
  const pglite = 'node_modules/@electric-sql/pglite'
  const brought = install('@electric-sql/pglite', OLDER.pglite, `${folder}-pglite`)
  rmSync(join(folder, pglite), { recursive: true, force: true })
  cpSync(join(brought, pglite), join(folder, pglite), { recursive: true })

  const embedded = join(folder, 'engine/database/embedded')
  cpSync(join(import.meta.dirname, 'plain-worker.ts'), join(embedded, 'worker.ts'))
  replace(join(embedded, 'older/releases.ts'), /(POSTGRES_VERSION = )\d+/, `$1${OLDER.postgres}`)
  replace(join(embedded, 'new-database.ts'), /if \(existsSync\(join\(folder, 'PG_VERSION'\)\)\) return/, 'return')
}

function replace(file: string, what: RegExp, by: string) {
  const text = readFileSync(file, 'utf8')
  if (!what.test(text)) throw new Error(`${file} no longer says ${what}.`)
  writeFileSync(file, text.replace(what, by))
}
