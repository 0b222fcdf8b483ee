import type { Database } from '../database/database.ts'
import { loadDatabaseSocket } from '../database/database-socket.ts'
import { type Config, ConfigError } from '../kernel/config/environment-variables.ts'
import { isErrno } from '../kernel/errno.ts'
import { databasePasswordOf } from '../keys/keys-as-variables.ts'
import type { Tokens } from '../tokens/tokens.ts'

/** Opens the embedded database to tools of this machine where `DATABASE_PORT` asks for it. Returns what closes it. */
export async function openToTools(
  database: Pick<Database, 'run' | 'raw'>,
  tokens: Pick<Tokens, 'secretFor'>,
  { databasePort: port, databaseUrl }: Config,
) {
  if (port === undefined) return async () => {}
  const { raw } = database
  if (databaseUrl !== undefined || !raw)
    throw new ConfigError(
      'DATABASE_PORT should be unset where DATABASE_URL names a PostgreSQL: tools reach that themselves.',
    )
  const { socketForTools } = await loadDatabaseSocket('DATABASE_PORT')
  const socket = socketForTools(database, raw, { port, password: databasePasswordOf(tokens) })
  try {
    await socket.address()
  } catch (error) {
    if (!isErrno(error, 'EADDRINUSE')) throw error
    throw new ConfigError(`DATABASE_PORT should be a free one: another program listens on 127.0.0.1:${port}.`)
  }
  console.log(`Database: tools of this machine reach it on port ${port}; --keys prints the address.`)
  return () => socket.close()
}
