import { ConfigError } from '../kernel/config/environment-variables.ts'
import type { Database } from './database.ts'

const OLDEST_SUPPORTED = 15

type Version = { major: number; version: string }

/** Throws `ConfigError` for a PostgreSQL that is too old. */
export async function checkServerVersion(database: Pick<Database, 'run'>): Promise<void> {
  const [server] = await database.run<Version>(
    {},
    {
      text: `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version`,
    },
  )
  if (server) refuseOld(server)
}

export function refuseOld({ major, version }: Version): void {
  if (major >= OLDEST_SUPPORTED) return
  throw new ConfigError(`DATABASE_URL should be that of PostgreSQL ${OLDEST_SUPPORTED} or later: this is ${version}.`)
}
