import type { Payload } from '../frames.ts'
import type { Binding } from './bindings.ts'
import type { Change } from './change.ts'
import { concernsTable, isDeleted, pick, type Table } from './published-tables.ts'
import type { VisibleChanges, VisibleRow } from './visible-rows.ts'

/** The change events of one change for one channel: a payload for each selection of columns among its bindings. */
export function changeEventsOf(
  bindings: Binding[],
  role: string,
  change: Change,
  table: Table,
  view: VisibleChanges,
): Payload[] {
  const seen = view.ofChange.get(change)
  const head = { schema: table.schema, table: table.name, type: change.type, commit_timestamp: change.at }
  const failed = (error: string) => ({ ...head, columns: [], errors: [error] })
  const hasNoKey = table.keys.length === 0 && !isDeleted(change)
  const matching = bindings
    .filter((binding) => concernsTable(binding, table))
    .filter((_, index) => view.isRefused || hasNoKey || seen?.fits[index])
    .filter(({ event }) => event === '*' || event === change.type)

  return bySelection(matching).flatMap(({ ids, select }) => {
    if (view.isRefused) return [{ ids, data: failed('Error 401: Unauthorized') }]
    if (hasNoKey) return [{ ids, data: failed('Error 400: Bad Request, no primary key') }]
    return seen ? [{ ids, data: { ...head, ...dataOf(change, table, role, seen, select) } }] : []
  })
}

/** The payload's data, with the column types, by which the client casts values. */
function dataOf(
  change: Change,
  table: Table,
  role: string,
  { record }: VisibleRow,
  select: string[] | undefined,
): Payload {
  const shown = table.columns
    .filter(({ readers }) => readers.includes(role))
    .filter(({ name }) => !select || select.includes(name) || table.keys.includes(name))
  const names = shown.map(({ name }) => name)
  const columns = shown.map(({ name, type }) => ({ name, type }))
  if (isDeleted(change)) return { columns, old_record: pick(record, names), errors: null }
  const before = change.type === 'UPDATE' && { old_record: pick(change.old ?? {}, names) }
  const errors = change.isTooLarge ? ['Error 413: Payload Too Large'] : null
  return { columns, ...before, record: pick(record, names), errors }
}

function bySelection(bindings: Binding[]) {
  const groups = new Map<string, { ids: number[]; select: string[] | undefined }>()
  for (const { id, select } of bindings) {
    const key = JSON.stringify(select ?? null)
    const group = groups.get(key) ?? { ids: [], select }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
