import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { getTypeParser, typeParsersFor } from './column-types.ts'
import { copyIn } from './copy-rows.ts'
import {
  type Caller,
  type CostListener,
  type Database,
  DatabaseUnreachable,
  type ReadOptions,
  type Row,
  SessionEnded,
  type Statement,
  type Transaction,
  type TransactionOptions,
} from './database.ts'
import { PreparedStatementCache } from './prepared-statement-cache.ts'
import { Batch, type Step } from './statement-batch.ts'

/** Lends out node-postgres clients that send statements without waiting for earlier answers (`pipeline`). */
export interface Connections {
  /**
   * Lends a connection that is used for nothing else until the work ends. The work must not leave a transaction open.
   */
  exclusive<T>(work: (client: pg.Client) => Promise<T>, costListener?: CostListener): Promise<T>
  /** Lends a connection for work that sends one whole transaction at once; other work may send its own behind it. */
  shared<T>(work: (client: pg.Client) => Promise<T>, costListener?: CostListener): Promise<T>
  /** Lends a connection for work that needs a session, where the other two may change theirs between transactions. */
  session?: Connections['exclusive']
  close(): Promise<void>
}

export type Listener = Pick<Database, 'listen' | 'close'>

/** A `Database` over connections that may be sockets or the embedded database's thread. */
export function createDatabase(connections: Connections, listener: Listener): Database {
  const prepared = new PreparedStatementCache()
  let always: Readonly<Record<string, string>> | undefined
  const withAlways = (options: TransactionOptions): TransactionOptions =>
    always ? { ...options, settings: { ...always, ...options.settings } } : options
  return {
    transaction<T>(options: TransactionOptions, work: (tx: Transaction) => Promise<T>) {
      return connections.exclusive((client) => transact(client, withAlways(options), work), costListenerOf(options))
    },

    async run<T extends Row>(options: TransactionOptions, statement: Statement) {
      // The isolation level must be set before any other statement of the transaction, so it cannot be part of the
      // batch.
      if (options.isolation) {
        return this.transaction(options, (tx) => tx.query<T>(statement.text, statement.values, statement))
      }
      const name = prepared.nameOf(statement.text)
      try {
        const rows = await runOnce<T>(options, { ...statement, name })
        prepared.noteSuccess(statement.text)
        return rows
      } catch (error) {
        if (name === undefined || !isUnprepared(error)) throw error
        return runOnce<T>(options, statement)
      }
    },

    forgetStatements: () => prepared.forget(),

    session: (work) => (connections.session ?? connections.exclusive)((client) => inSession(client, always, work)),

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
    const ahead = openingSteps(withAlways(options))
    return connections.shared(async (client) => {
      const batch = new Batch<T>([...ahead, statement])
      client.query(batch)
      try {
        return await batch.answer
      } catch (error) {
        throw batch.done < ahead.length ? explain(error) : refused(error)
      }
    }, costListenerOf(options))
  }
}

async function transact<T>(client: pg.Client, options: TransactionOptions, work: (tx: Transaction) => Promise<T>) {
  const opened = open(client, options)
  try {
    const result = await work(transactionOn(client))
    await opened
    await commit(client)
    return result
  } catch (error) {
    // A rollback fails only together with the connection, which is then replaced; the first error says more.
    await client.query('rollback').catch(() => undefined)
    throw await opened.then(() => error, explain)
  }
}

const costListenerOf = (options: TransactionOptions): CostListener | undefined =>
  options.onSpent ? options : undefined

/**
 * True where a statement was refused only because of how it was sent: the prepared statement it relies on is missing,
 * because the one ahead of it on the connection failed, or has changed. The transaction was rolled back, so it can be
 * sent again.
 */
const isUnprepared = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.routine === 'FetchPreparedStatement' || error.routine === 'RevalidateCachedQuery')

/** The settings of every connection. */
export const connectionConfig: pg.ClientConfig = { types: { getTypeParser }, pipeline: true }

export const unreachable = (error: unknown) =>
  new DatabaseUnreachable(error instanceof Error ? error.message : String(error), { cause: error })

/** Sends BEGIN and the caller's settings. A failure aborts the transaction, so the statements behind it fail too. */
function open(client: pg.Client, options: TransactionOptions): Promise<void> {
  sendTogether(client)
  const { isolation, readOnly } = options
  const begin = `begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`
  const batch = new Batch([{ name: begin, text: begin }, ...openingSteps({ ...options, readOnly: false })])
  client.query(batch)
  const opened = batch.answer.then(() => undefined)
  opened.catch(() => undefined) // Reported by whoever awaits it, later than the statements behind it.
  return opened
}

/**
 * Sends everything written in the current tick in one piece: one system call, or one message to the database's thread,
 * instead of one for each statement.
 */
export function sendTogether({ connection: { stream } }: pg.Client) {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * The steps that open a transaction: they check the caller's session and set the caller's role, claims and settings.
 */
export function openingSteps({ caller, settings = {}, readOnly = false, before }: TransactionOptions): Step[] {
  const names = Object.keys(settings)
  const values = Object.values(settings)
  if (readOnly) {
    names.push('transaction_read_only')
    values.push('on')
  }
  if (caller) {
    names.push('role', 'request.jwt.claims')
    values.push(caller.role, JSON.stringify(caller.claims))
  }
  const steps: Step[] = names.length > 0 ? [settingsStep(names, values, caller)] : []
  if (before !== undefined) steps.push({ text: `select ${before}()` })
  return steps
}

/** The roles that every project has. Any other role must have been granted to authenticator. */
const builtInRoles: ReadonlySet<string> = new Set(['anon', 'authenticated', 'service_role'])

function settingsStep(names: readonly string[], values: string[], caller: Caller | undefined): Step {
  const session = caller?.claims.session_id
  const other = caller && !builtInRoles.has(caller.role) ? caller.role : undefined
  const key = `${session !== undefined} ${other !== undefined} ${names.join()}`
  const known = settingsStatements.get(key) ?? settingsStatement(names, session !== undefined, other !== undefined)
  settingsStatements.set(key, known)
  if (session !== undefined) values.push(session)
  if (other !== undefined) values.push(other)
  return { name: known.name, text: known.text, values }
}

/** The statements that make settings, by the names of the settings: those are few, while their values are many. */
const settingsStatements = new LRUCache<string, { name: string; text: string }>({ max: 100 })
let madeStatements = 0

function settingsStatement(names: readonly string[], checksSession: boolean, checksRole: boolean) {
  const columns = names.map((name, index) => `set_config(${pg.escapeLiteral(name)}, $${index + 1}, true)`)
  let bound = names.length
  // The session is checked first, while the statement still runs as the engine.
  if (checksSession) columns.unshift(`engine.require_session($${++bound}::uuid)`)
  if (checksRole) columns.unshift(`engine.require_role($${++bound})`)
  // Returns one number instead of all the values that were set.
  return { name: `settings_${madeStatements++}`, text: `select num_nonnulls(${columns})` }
}

async function inSession<T>(
  client: pg.Client,
  settings: Readonly<Record<string, string>> = {},
  work: (session: Transaction) => Promise<T>,
) {
  try {
    for (const setting of Object.entries(settings)) await client.query('select set_config($1, $2, false)', setting)
    return await work(transactionOn(client))
  } finally {
    await client.query(END_SESSION).catch(() => undefined)
  }
}

/** A rollback without a transaction is only a warning. Prepared statements stay, because the pool counts on them. */
const END_SESSION =
  'rollback; reset session authorization; reset role; reset all; discard temp; select pg_advisory_unlock_all()'

function transactionOn(client: pg.Client): Transaction {
  return {
    async query<T extends Row>(text: string, values?: readonly unknown[], reading: ReadOptions = {}) {
      const types = { getTypeParser: typeParsersFor(reading) }
      try {
        if (reading.data !== undefined) {
          await copyIn(client, text, Buffer.from(reading.data))
          return []
        }
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

/** Postgres refused the statement if the error has a SQLSTATE; any other error means that the connection failed. */
const refused = (error: unknown) => (error instanceof pg.DatabaseError ? error : unreachable(error))

/** Explains an error of the steps that open a transaction. */
const explain = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === 'MS401' ? new SessionEnded() : refused(error)
