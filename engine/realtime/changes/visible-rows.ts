import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Caller, Database } from '../../database/database.ts'
import type { Payload } from '../frames.ts'
import type { Binding } from './bindings.ts'
import type { Change } from './change.ts'
import { isDeleted, isReadableBy, pick, policiesOf, readableBy, type Table, visibleRow } from './published-tables.ts'
import { isUnfiltered } from './subscriber-index.ts'
import { matchRows, type VisibleRowResult } from './visibility-statements.ts'

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
  const receivableExtensions = readableBy(table, caller.role)
  const view: VisibleChanges = { ofChange: new Map(), isRefused: !isReadableBy(table, caller.role) }
  if (view.isRefused) return view
  const wanted = changes.filter(({ type }) => bindings.some(({ event }) => event === '*' || event === type))
  try {
    await ask(wanted.filter(isDeleted), 'true')
    const there = table.keys.length > 0 ? wanted.filter((change) => !isDeleted(change)) : []
    await ask(there, policiesOf(table, caller.role))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code === TOOK_TOO_LONG) throw error
    view.isRefused = error.code === NOT_ALLOWED && isUnfiltered(bindings)
    // A policy that raises an error hides the row from this subscriber only.
    if (error.code !== NOT_ALLOWED) log.warn(error, `Changes of ${table.schema}.${table.name} could not be read`)
  }
  return view

  async function ask(asked: Change[], policies: string) {
    if (asked.length === 0) return
    const rows = await database.run<VisibleRowResult>(
      { caller, readOnly: true, settings: { statement_timeout: STATEMENT_TIMEOUT } },
      matchRows(table, receivableExtensions, asked, bindings, policies),
    )
    for (const { n, fits } of rows) {
      const change = asked[n - 1]
      if (change) view.ofChange.set(change, { record: pick(visibleRow(change, table), receivableExtensions), fits })
    }
  }
}
