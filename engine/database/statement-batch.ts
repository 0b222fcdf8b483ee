/// <reference path="./pg-utils.d.ts" />
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { serialize } from 'pg-protocol'
import { typeParsersFor } from './column-types.ts'
import type { Row, RowTaker, Statement } from './database.ts'

/** One statement of a batch. A statement with a `name` is prepared once on each connection. */
export type Step = Statement & { name?: string | undefined }

/**
 * Statements that are sent to Postgres together and answered together. Postgres runs them in order as one transaction
 * and rolls all of them back when one fails. The result is the rows of the last statement. `client.query` sends the
 * batch.
 */
export class Batch<T extends Row> {
  readonly #steps: readonly Step[]
  readonly #parserOf: ReturnType<typeof typeParsersFor>
  readonly #taker: RowTaker | undefined
  readonly #prepared: Prepared[] = []
  readonly #answer = Promise.withResolvers<T[]>()
  readonly #rows: T[] = []
  /** Called with the answer, so that node-postgres does not end the connection for want of one (`query_timeout`). */
  callback?: () => void
  #connection: pg.Connection | undefined
  #done = 0

  constructor(steps: readonly Step[]) {
    this.#steps = steps
    const last = steps.at(-1)
    this.#parserOf = typeParsersFor(last ?? {})
    this.#taker = last?.taker
  }

  get answer(): Promise<T[]> {
    return this.#answer.promise
  }

  /** The number of statements that succeeded; after a failure it is also the index of the statement that failed. */
  get done(): number {
    return this.#done
  }

  // node-postgres calls the methods below: first to send the batch, then for each message of the answer.

  submit(connection: pg.Connection) {
    this.#connection = connection
    this.#taker?.begin()
    const messages: Buffer[] = []
    for (const step of this.#steps) this.#prepared.push(write(step, connection, messages))
    messages.push(serialize.sync())
    connection.stream.write(Buffer.concat(messages))
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
    const prepared = this.#prepared[this.#done]
    if (prepared) prepared.columns = fields
  }

  handleDataRow({ fields: texts }: { fields: (string | null)[] }) {
    if (this.#done < this.#steps.length - 1) return
    if (this.#taker) return this.#taker.take(texts)
    const columns = this.#prepared[this.#done]?.columns ?? []
    const entries = columns.map(({ name, dataTypeID }, at) => [name, this.#read(dataTypeID, texts[at] ?? null)])
    this.#rows.push(Object.fromEntries(entries))
  }

  #read(type: number, text: string | null): unknown {
    return text === null ? null : this.#parserOf(type)(text)
  }

  handleCommandComplete() {
    this.#done++
  }

  handleReadyForQuery() {
    this.callback?.()
    this.#answer.resolve(this.#rows)
  }

  handleError(error: Error) {
    // Whether the statements behind the failed one were prepared is unknown, so they are forgotten.
    const known = this.#connection && preparedOn(this.#connection)
    for (const { name } of this.#steps.slice(this.#done)) if (name !== undefined) known?.delete(name)
    this.callback?.()
    this.#answer.reject(error)
  }
}

// With pipelining, node-postgres accepts only a query of its own. The constructor of its Query is not called: it prepares
// a result and listeners that no batch uses.
Object.setPrototypeOf(Batch.prototype, pg.Query.prototype)

/** The columns of a prepared statement, once Postgres has described them. */
type Prepared = { columns?: readonly pg.FieldDef[] }

/** The statements that each connection has prepared, by name; the least recently used one is forgotten first. */
const preparedByConnection = new WeakMap<pg.Connection, LRUCache<string, Prepared>>()
/** More than PreparedStatementCache names at a time, because the statements that open a transaction have names too. */
const MAX_PREPARED = 150

/** Connections through a pooler without support for prepared statements: each transaction may be on another session. */
const withoutPrepared = new WeakSet<pg.Connection>()

export function neverPrepare({ connection }: pg.Client) {
  withoutPrepared.add(connection)
}

function preparedOn(connection: pg.Connection): LRUCache<string, Prepared> {
  const known = preparedByConnection.get(connection)
  if (known) return known
  const dispose = (_: Prepared, name: string) => {
    if (connection.stream.writable) connection.stream.write(serialize.close({ type: 'S', name }))
  }
  const fresh = new LRUCache<string, Prepared>({ max: MAX_PREPARED, dispose })
  preparedByConnection.set(connection, fresh)
  return fresh
}

/** Writes one statement. Postgres neither parses nor describes a statement that is prepared already. */
function write(step: Step, connection: pg.Connection, messages: Buffer[]): Prepared {
  const { text, values = [] } = step
  const name = withoutPrepared.has(connection) ? '' : (step.name ?? '')
  const known = name === '' ? undefined : preparedOn(connection)
  const prepared = known?.get(name)
  // The statement is described as soon as it is prepared: later batches rely on both, even where this caller may not
  // run it.
  if (!prepared) messages.push(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
  messages.push(serialize.bind({ statement: name, values: [...values], valueMapper: prepareValue }))
  messages.push(serialize.execute())
  if (prepared) return prepared
  const fresh: Prepared = {}
  known?.set(name, fresh)
  return fresh
}
