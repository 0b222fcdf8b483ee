import type { Payload } from '../frames.ts'
import type { Binding } from './bindings.ts'
import type { Change } from './change.ts'
import { isAbout, isDeleted, pick, type Table } from './published-tables.ts'
import type { VisibleChanges, VisibleRow } from './visible-rows.ts'

const LARGEST_RECORD_BYTES = 1_048_576
const SMALL_VALUE_BYTES = 64

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
    .filter((binding) => isAbout(binding, table))
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
  return { columns, ...before, ...limited(pick(record, names)) }
}

/** The columns with small values only, for a row that is too large, as upstream. */
function limited(record: Payload): Payload {
  if (sizeOf(record) <= LARGEST_RECORD_BYTES) return { record, errors: null }
  const small = Object.entries(record).filter(([, value]) => sizeOf(value) <= SMALL_VALUE_BYTES)
  return { record: Object.fromEntries(small), errors: ['Error 413: Payload Too Large'] }
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

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
