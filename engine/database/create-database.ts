import pg from 'pg'
import { Batch, type Step } from './batch.ts'
import { getTypeParser, readersFor } from './column-types.ts'
import {
  type Caller,
  type Database,
  DatabaseUnreachable,
  type Reading,
  type Row,
  SessionEnded,
  type Spender,
  type Statement,
  type Transaction,
  type TransactionOptions,
} from './database.ts'
import { PopularStatements } from './popular-statements.ts'

/** Lends connections of node-postgres, which send statements without waiting for answers (`pipeline`). */
export interface Connections {
  /** A connection that nobody else uses until the work is over. The work leaves no transaction open. */
  exclusive<T>(work: (client: pg.Client) => Promise<T>, spender?: Spender): Promise<T>
  /** A connection for work that sends one whole transaction at once; others may send theirs behind it. */
  shared<T>(work: (client: pg.Client) => Promise<T>, spender?: Spender): Promise<T>
  close(): Promise<void>
}

export type Listener = Pick<Database, 'listen' | 'close'>

/** A `Database` over connections that may be sockets or the embedded database's thread. */
export function createDatabase(connections: Connections, listener: Listener): Database {
  const popular = new PopularStatements()
  let always: Readonly<Record<string, string>> | undefined
  const withAlways = (options: TransactionOptions): TransactionOptions =>
    always ? { ...options, settings: { ...always, ...options.settings } } : options
  return {
    transaction<T>(options: TransactionOptions, work: (tx: Transaction) => Promise<T>) {
      return connections.exclusive(async (client) => {
        const opened = open(client, withAlways(options))
        try {
          const result = await work(transactionOn(client))
          await opened
          await commit(client)
          return result
        } catch (error) {
          // Fails only with the connection, which is then replaced; the first error says more.
          await client.query('rollback').catch(() => undefined)
          throw await opened.then(() => error, explain)
        }
      }, spenderOf(options))
    },

    async run<T extends Row>(options: TransactionOptions, statement: Statement) {
      // Before anything else is done in a transaction, and so not together with it.
      if (options.isolation) {
        return this.transaction(options, (tx) => tx.query<T>(statement.text, statement.values, statement))
      }
      const name = popular.nameOf(statement.text)
      try {
        const rows = await runOnce<T>(options, { ...statement, name })
        popular.hasWorked(statement.text)
        return rows
      } catch (error) {
        if (name === undefined || !isUnprepared(error)) throw error
        return runOnce<T>(options, statement)
      }
    },

    listen: listener.listen,

    async always(settings) {
      always = { ...always, ...settings }
    },

    async close() {
      await listener.close()
      await connections.close()
    },
  }

  function runOnce<T extends Row>(options: TransactionOptions, statement: Step) {
    const ahead = goingAhead(withAlways(options))
    return connections.shared(async (client) => {
      const batch = new Batch<T>([...ahead, statement])
      sendTogether(client)
      client.query(batch)
      try {
        return await batch.answer
      } catch (error) {
        throw batch.done < ahead.length ? explain(error) : refused(error)
      }
    }, spenderOf(options))
  }
}

const spenderOf = (options: TransactionOptions): Spender | undefined => (options.onSpent ? options : undefined)

/**
 * Whether a statement was refused only for how it was sent: what it relied on was not prepared after all, since the one
 * ahead of it on the connection failed, or is no longer what it was. Nothing of the transaction was kept.
 */
const isUnprepared = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.routine === 'FetchPreparedStatement' || error.routine === 'RevalidateCachedQuery')

/** What every connection has in common, for `pg.Pool` and `pg.Client`. */
export const connectionConfig: pg.ClientConfig = { types: { getTypeParser }, pipeline: true }

export const unreachable = (error: unknown) =>
  new DatabaseUnreachable(error instanceof Error ? error.message : String(error), { cause: error })

/** Sends BEGIN and the caller's settings; a failure leaves the transaction aborted, so that what follows fails too. */
function open(client: pg.Client, options: TransactionOptions): Promise<void> {
  sendTogether(client)
  const { isolation, readOnly } = options
  const begin = `begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`
  const batch = new Batch([{ name: begin, text: begin }, ...goingAhead({ ...options, readOnly: false })])
  client.query(batch)
  const opened = batch.answer.then(() => undefined)
  opened.catch(() => undefined) // Reported by whoever awaits it, later than the statements behind it.
  return opened
}

/**
 * Whatever is sent until the current step of the program is over leaves in one piece: one system call or one message to
 * the database's thread, and one to wake it up, instead of one for each statement.
 */
function sendTogether({ connection: { stream } }: pg.Client) {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** What makes a transaction its caller's: who they are and whether they still may, and the settings. */
export function goingAhead({ caller, settings = {}, readOnly = false, before }: TransactionOptions): Step[] {
  const pairs = Object.entries(settings)
  if (readOnly) pairs.push(['transaction_read_only', 'on'])
  if (caller) pairs.push(['role', caller.role], ['request.jwt.claims', JSON.stringify(caller.claims)])
  return [
    ...(pairs.length > 0 ? [settingsStep(pairs, caller)] : []),
    ...(before === undefined ? [] : [{ text: `select ${before}()` }]),
  ]
}

/** The roles of every project. Any other has to be one that authenticator was granted. */
const everyday: ReadonlySet<string> = new Set(['anon', 'authenticated', 'service_role'])

function settingsStep(pairs: [string, string][], caller: Caller | undefined): Step {
  const session = caller?.claims.session_id
  const other = caller && !everyday.has(caller.role) ? caller.role : undefined
  const values = pairs.flat()
  const columns = pairs.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  if (session !== undefined) {
    // First, while the statement still runs as the engine.
    columns.unshift(`engine.require_session($${values.push(session)}::uuid)`)
  }
  if (other !== undefined) columns.unshift(`engine.require_role($${values.push(other)})`)
  return {
    name: `settings_${pairs.length}${session === undefined ? '' : '_session'}${other === undefined ? '' : '_role'}`,
    // One number comes back, not all that was set.
    text: `select num_nonnulls(${columns})`,
    values,
  }
}

function transactionOn(client: pg.Client) {
  return {
    async query<T extends Row>(text: string, values?: readonly unknown[], reading: Reading = {}) {
      const types = { getTypeParser: readersFor(reading) }
      try {
        if (reading.taker) {
          const batch = new Batch<T>([{ text, ...(values && { values }), ...reading }])
          client.query(batch)
          return await batch.answer
        }
        const { rows } = await client.query<T>({ text, values: values && [...values], types })
        return rows
      } catch (error) {
        throw refused(error)
      }
    },
  }
}

async function commit(client: pg.Client) {
  const { command } = await client.query('commit')
  if (command === 'ROLLBACK') throw new Error('A statement of this transaction failed, so nothing of it was kept.')
}

/** What Postgres itself refused has a code; everything else is the connection's trouble. */
const refused = (error: unknown) => (error instanceof pg.DatabaseError ? error : unreachable(error))

/** Of what goes ahead. */
const explain = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === 'MS401' ? new SessionEnded() : refused(error)
