import pg from 'pg'
import {
  type Database,
  DatabaseUnreachable,
  type Row,
  SessionEnded,
  type Statement,
  type Transaction,
  type TransactionOptions,
} from './database.ts'

/** What differs between the drivers: how to connect, and what to do beside the pool when closing. */
export type Driver = {
  pool: pg.PoolConfig
  /** Attaches to NOTIFY; `onReconnect` is called when notifications may have been missed. */
  listener: (pool: pg.Pool) => Listener
  close?: () => Promise<void>
}

export interface Listener {
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>
  close(): Promise<void>
}

/** node-postgres reads `pipeline` although its types don't have it yet: statements are sent without waiting for answers. */
type PipelinedPoolConfig = pg.PoolConfig & { pipeline: true }

/** A `Database` over a pool of node-postgres connections, which may be sockets or the embedded database's thread. */
export function createDatabase(driver: Driver): Database {
  const config: PipelinedPoolConfig = { ...driver.pool, types: { getTypeParser }, pipeline: true }
  const pool = new pg.Pool(config)
  // An idle connection that breaks is replaced at the next use; the request that needs it reports the trouble.
  pool.on('error', () => undefined)
  // The statement that was under way reports a connection that breaks in use.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const listener = driver.listener(pool)

  const connect = async () => {
    try {
      return await pool.connect()
    } catch (error) {
      throw new DatabaseUnreachable(error instanceof Error ? error.message : String(error), { cause: error })
    }
  }

  return {
    async transaction(options, work) {
      const client = await connect()
      const opened = open(client, options)
      try {
        const result = await work(transactionOf(client))
        await opened
        await commit(client)
        client.release()
        return result
      } catch (error) {
        const reason = await opened.then(() => error, explain)
        await rollback(client)
        throw reason
      }
    },

    async run<T extends Row>(options: TransactionOptions, statement: Statement) {
      const client = await connect()
      const opened = open(client, options)
      const rows = transactionOf(client).query<T>(statement.text, statement.values)
      const committed = commit(client)
      const [opening, reading, ending] = await Promise.allSettled([opened, rows, committed])
      if (opening.status === 'fulfilled' && reading.status === 'fulfilled' && ending.status === 'fulfilled') {
        client.release()
        return reading.value
      }
      await rollback(client)
      if (opening.status === 'rejected') throw explain(opening.reason)
      throw reading.status === 'rejected' ? reading.reason : rejection(ending)
    },

    listen: listener.listen,

    async close() {
      await listener.close()
      await pool.end()
      await driver.close?.()
    },
  }
}

/** Sends BEGIN and the caller's settings, pipelined: a failure leaves the transaction aborted, so that what follows fails too. */
function open(client: pg.PoolClient, { caller, settings = {}, readOnly = false }: TransactionOptions): Promise<void> {
  const begun = client.query(readOnly ? 'begin read only' : 'begin')
  const pairs = Object.entries(settings)
  if (caller) pairs.push(['role', caller.role], ['request.jwt.claims', JSON.stringify(caller.claims)])
  const session = caller?.claims.session_id
  const configured = pairs.length > 0 ? client.query(settingsStatement(pairs, session)) : undefined
  const opened = Promise.all([begun, configured]).then(() => undefined)
  opened.catch(() => undefined) // Reported by whoever awaits it, later than the statements behind it.
  return opened
}

function settingsStatement(pairs: [string, string][], session: string | undefined): pg.QueryConfig {
  const values = pairs.flat()
  const columns = pairs.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  if (session !== undefined) {
    // First, while the statement still runs as the engine.
    columns.unshift(`engine.require_session($${values.push(session)}::uuid)`)
  }
  return {
    name: `settings_${pairs.length}${session === undefined ? '' : '_session'}`,
    text: `select ${columns}`,
    values,
  }
}

function transactionOf(client: pg.PoolClient): Transaction {
  return {
    async query<T extends Row>(text: string, values?: readonly unknown[]) {
      const { rows } = await client.query<T>(text, values && [...values])
      return rows
    },
  }
}

async function commit(client: pg.PoolClient) {
  const { command } = await client.query('commit')
  if (command === 'ROLLBACK') throw new Error('A statement of this transaction failed, so nothing of it was kept.')
}

/** Ends the transaction whatever its state; a connection on which even that fails is thrown away. */
async function rollback(client: pg.PoolClient) {
  try {
    await client.query('rollback')
    client.release()
  } catch (error) {
    client.release(error instanceof Error ? error : true)
  }
}

const explain = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === 'MS401' ? new SessionEnded() : error

const rejection = (result: PromiseSettledResult<unknown>) => (result.status === 'rejected' ? result.reason : undefined)

const DATE = 1082
const TIMESTAMP = 1114

function getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>) {
  if (oid === DATE || oid === TIMESTAMP) return (text: string) => text
  return pg.types.getTypeParser(oid, format)
}
