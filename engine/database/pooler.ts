import pg from 'pg'
import { ConfigError } from '../kernel/config/environment-variables.ts'
import { namedPostgresUrl } from '../kernel/config/postgres-url.ts'
import { type Database, DatabaseUnreachable } from './database.ts'
import { postgresDatabase } from './postgres-database.ts'

const ANSWER_LIMIT_MS = 10_000
const NO_SUCH_STATEMENT = '26000'

type Addresses = { databaseUrl: string; poolerUrl: string | undefined; name: string }

/**
 * Opens the PostgreSQL at `databaseUrl`. Transactions go through the pooler at `poolerUrl` if there is one. Throws
 * `ConfigError` where `databaseUrl` itself leads through a pooler in transaction mode: notifications would never arrive.
 */
export async function openPostgres({ databaseUrl, poolerUrl, name }: Addresses): Promise<Database> {
  const server = await examineAddress('DATABASE_URL', databaseUrl)
  if (server.sharesConnections) throw new ConfigError(THROUGH_A_POOLER)
  if (poolerUrl === undefined) return postgresDatabase(databaseUrl, name)
  const pooler = await examineAddress('DATABASE_POOLER_URL', poolerUrl)
  if (pooler.database !== server.database) throw new ConfigError(ANOTHER_DATABASE)
  return postgresDatabase(databaseUrl, name, { url: poolerUrl, prepares: pooler.prepares })
}

const THROUGH_A_POOLER =
  'DATABASE_URL should be the address of PostgreSQL itself: this one leads through a pooler in transaction mode, where notifications and locks of a session are lost. Set it as DATABASE_POOLER_URL, and PostgreSQL itself as DATABASE_URL.'
const ANOTHER_DATABASE = 'DATABASE_POOLER_URL should lead to the database of DATABASE_URL: it leads to another one.'

type Examination = {
  /** The database, and when its server started. */
  database: string
  /** Whether two clients were served by one connection of PostgreSQL, as by a pooler in transaction mode. */
  sharesConnections: boolean
  /** Whether a statement that is prepared for a client is found on whatever connection serves it. */
  prepares: boolean
}

const WHERE = `
  select pg_backend_pid() as pid, oid || ' ' || pg_postmaster_start_time() as database
  from pg_database where datname = current_database()`

/** Finds out how an address serves two clients, the second of which keeps a transaction open. */
async function examineAddress(variable: string, url: string): Promise<Examination> {
  const [client, other] = [connectionTo(url), connectionTo(url)]
  // A pooler without support leaves the statement on its connection, so its name is used only once.
  const prepared = { name: `where_${crypto.randomUUID()}`, text: WHERE }
  const ask = async (asked: pg.Client, query: pg.QueryConfig) =>
    (await asked.query<{ pid: number; database: string }>(query)).rows[0]
  try {
    await Promise.all([client.connect(), other.connect()])
    const first = await ask(client, prepared)
    await other.query('begin')
    const meanwhile = await ask(other, { text: WHERE })
    const again = await ask(client, prepared).catch((error) => {
      if (error instanceof pg.DatabaseError && error.code === NO_SUCH_STATEMENT) return undefined
      throw error
    })
    return {
      database: first?.database ?? '',
      sharesConnections: first?.pid === meanwhile?.pid || first?.pid !== again?.pid,
      prepares: again !== undefined,
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw variable === 'DATABASE_URL' ? new DatabaseUnreachable(reason, { cause: error }) : unanswered(variable, reason)
  } finally {
    await Promise.allSettled([client.end(), other.end()])
  }
}

const unanswered = (variable: string, reason: string) =>
  new ConfigError(`${variable} should be the address of a pooler that answers: ${reason}.`)

function connectionTo(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: namedPostgresUrl(url, 'Engine start'),
    connectionTimeoutMillis: ANSWER_LIMIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
  })
  client.on('error', () => undefined) // The statement under way reports it.
  return client
}
