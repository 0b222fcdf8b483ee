import type { Change } from './change.ts'
import { concernsTable, isDeleted, isReadableBy, type Table, visibleRow } from './published-tables.ts'
import type { Subscriber } from './subscriber.ts'
import type { SubscriberIndex } from './subscriber-index.ts'

/**
 * The candidate subscribers of each change, by their filters and the row as the change left it, before any row policies
 * are asked. Other subscribers receive nothing.
 */
export function candidateSubscribers(
  audience: SubscriberIndex,
  table: Table,
  changes: Change[],
): Map<Change, Set<Subscriber>> {
  const refused = audience.roles
    .filter((role) => !isReadableBy(table, role))
    .flatMap((role) => [...audience.ofRole(role)])
  return new Map(
    changes.map((change) => {
      // Subscribers who may not read the table are told so of every change, and without a primary key nobody can
      // receive the row.
      const all = table.keys.length === 0 && !isDeleted(change) ? audience : refused
      const concerned = new Set([...audience.candidatesFor(table, visibleRow(change, table)), ...all])
      return [change, new Set([...concerned].filter((subscriber) => wants(subscriber, table, change)))]
    }),
  )
}

const wants = ({ bindings }: Subscriber, table: Table, { type }: Change) =>
  bindings.some((binding) => concernsTable(binding, table) && (binding.event === '*' || binding.event === type))
