import type { Database } from '../../database/database.ts'
import { isObject, type Payload } from '../frames.ts'
import { parseExactly } from '../parse-exact-numbers.ts'
import type { Change } from './change.ts'
import { columnsOfDeleted, isAbout, isDeleted, pick, readableBy, type Table } from './published-tables.ts'
import type { Subscriber } from './subscriber.ts'
import type { SubscriberIndex } from './subscriber-index.ts'
import { lookUpRows, type SeenRow } from './visibility-statements.ts'
import { STATEMENT_TIMEOUT } from './visible-rows.ts'

/**
 * The candidate subscribers of each change, by their filters and the rows as the engine sees them, before any row
 * policies are asked. Other subscribers receive nothing.
 */
export async function candidateSubscribers(
  database: Database,
  audience: SubscriberIndex,
  table: Table,
  changes: Change[],
): Promise<Map<Change, Set<Subscriber>>> {
  const rows = await rowsOf(database, audience.columnsOf(table), table, changes)
  const unread = audience.roles.filter((role) => readableBy(table, role).length === 0)
  const refused = unread.flatMap((role) => [...audience.ofRole(role)])
  return new Map(
    changes.map((change) => {
      // Subscribers who may not read the table are told so of every change, and without a primary key nobody can
      // receive the row.
      const all = rows === undefined || (table.keys.length === 0 && !isDeleted(change)) ? audience : refused
      const row = rows?.get(change)
      const concerned = new Set([...(row ? audience.concernedBy(table, row) : []), ...all])
      return [change, new Set([...concerned].filter((subscriber) => wants(subscriber, table, change)))]
    }),
  )
}

/** The changed rows; undefined where the engine itself cannot read all of them. */
async function rowsOf(
  database: Database,
  columns: string[],
  table: Table,
  changes: Change[],
): Promise<Map<Change, Payload> | undefined> {
  const there = changes.filter((change) => !isDeleted(change))
  const told = columnsOfDeleted(table, columns)
  const gone = changes.filter(isDeleted).map((change) => [change, pick(change.old ?? {}, told)] as const)
  if (columns.length === 0) return new Map(changes.map((change) => [change, {}]))
  if (!table.isOpen) return undefined
  const keys = there.map(({ key }) => key ?? {})
  const found = await (there.length === 0
    ? []
    : database.run<SeenRow>(
        { readOnly: true, settings: { statement_timeout: STATEMENT_TIMEOUT } },
        lookUpRows(table, columns, keys, []),
      ))
  const rows = new Map<Change, Payload>(gone)
  for (const { n, record } of found) {
    const change = there[n - 1]
    const row = parseExactly(record)
    if (change && isObject(row)) rows.set(change, row)
  }
  return rows
}

const wants = ({ bindings }: Subscriber, table: Table, { type }: Change) =>
  bindings.some((binding) => isAbout(binding, table) && (binding.event === '*' || binding.event === type))
