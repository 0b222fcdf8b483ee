import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Caller, Database, Statement } from '../../database/database.ts'
import { isObject, type Payload } from '../frames.ts'
import { parseExactly } from '../parse-exact-numbers.ts'
import type { Binding } from './bindings.ts'
import type { Change } from './change.ts'
import { columnsOfDeleted, isDeleted, pick, readableBy, type Table } from './published-tables.ts'
import { wantsAll } from './subscriber-index.ts'
import { lookUpRows, matchGoneRows, type SeenRow } from './visibility-statements.ts'

/** A row as a subscriber may see it, and which of their bindings it fits. */
export type VisibleRow = { record: Payload; fits: boolean[] }

/** The changes of one table that a subscriber may see; changes that are missing here are not sent. */
export type VisibleChanges = { ofChange: Map<Change, VisibleRow>; isRefused: boolean }

export const NOT_ALLOWED = '42501'
const TOOK_TOO_LONG = '57014'
/**
 * The time limit of one subscriber's check: filters may be slow, as a regular expression is, and row policies too,
 * while other subscribers wait.
 */
export const STATEMENT_TIMEOUT = '2s'

/** Checks the rows as the subscriber. Throws `SessionEnded`, and Postgres' error where it takes too long. */
export async function visibleChangesOf(
  database: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
  caller: Caller,
  table: Table,
  bindings: Binding[],
  changes: Change[],
): Promise<VisibleChanges> {
  // Decided without the database, because anyone with the public key can subscribe to every change.
  const readable = readableBy(table, caller.role)
  const view: VisibleChanges = { ofChange: new Map(), isRefused: readable.length === 0 }
  if (view.isRefused) return view
  const wanted = changes.filter(({ type }) => bindings.some(({ event }) => event === '*' || event === type))
  const told = columnsOfDeleted(table, readable)
  try {
    const gone = wanted.filter(isDeleted)
    await ask(
      gone,
      (rows) => matchGoneRows(table, told, rows, bindings),
      ({ old }) => pick(old ?? {}, told),
    )
    const there = table.keys.length > 0 ? wanted.filter((change) => !isDeleted(change)) : []
    await ask(
      there,
      (rows) => lookUpRows(table, readable, rows, bindings),
      ({ key }) => key ?? {},
    )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code === TOOK_TOO_LONG) throw error
    view.isRefused = error.code === NOT_ALLOWED && wantsAll(bindings)
    // A policy that raises an error hides the row from this subscriber only.
    if (error.code !== NOT_ALLOWED) log.warn(error, `Changes of ${table.schema}.${table.name} could not be read`)
  }
  return view

  async function ask(asked: Change[], statement: (rows: Payload[]) => Statement, rowOf: (change: Change) => Payload) {
    if (asked.length === 0) return
    const rows = await database.run<SeenRow>(
      { caller, readOnly: true, settings: { statement_timeout: STATEMENT_TIMEOUT } },
      statement(asked.map(rowOf)),
    )
    for (const { n, record, fits } of rows) {
      const change = asked[n - 1]
      const seen = parseExactly(record)
      if (change && isObject(seen)) view.ofChange.set(change, { record: seen, fits })
    }
  }
}
