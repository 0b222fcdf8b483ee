import { isObject, type Payload } from '../frames.ts'
import { type Condition, FilterError, parseFilter } from './filter.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** What one listener of the app wants to know: which changes, of which tables, of which rows, in which columns. */
export type Binding = {
  id: number
  event: ChangeType | '*'
  schema: string
  table: string
  conditions: Condition[]
  select: string[] | undefined
}

/** What the app asked for, with the words of what was wrong with it. */
export type Bindings = { echoed: Payload[]; wanted: Binding[]; fault: string | undefined }

/** The client compares them by strict equality, and takes none for 0. */
let lastId = 0

/** Every one of them is asked about for every change, by whoever has the public key. */
const MOST_BINDINGS = 100

/** The client wants its list back in its order, each entry with an id, also where it cannot be followed. */
export function readBindings(asked: unknown): Bindings {
  const echoed: Payload[] = []
  const wanted: Binding[] = []
  let fault: string | undefined
  for (const entry of Array.isArray(asked) ? asked.filter(isObject) : []) {
    lastId += 1
    const id = lastId
    echoed.push({ ...entry, id })
    try {
      wanted.push({ id, ...readBinding(entry) })
    } catch (error) {
      if (!(error instanceof BindingError || error instanceof FilterError)) throw error
      fault ??= error.message
    }
  }
  if (echoed.length > MOST_BINDINGS) {
    const words = `Too many postgres_changes on one channel: at most ${MOST_BINDINGS} are followed`
    return { echoed, wanted: [], fault: words }
  }
  return { echoed, wanted, fault }
}

class BindingError extends Error {}

function readBinding({ event, schema, table, filter, select }: Payload): Omit<Binding, 'id'> {
  if (typeof schema !== 'string' && typeof table !== 'string') {
    throw new BindingError(
      'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to.',
    )
  }
  if (typeof select === 'string') {
    throw new BindingError(
      'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    )
  }
  const names = Array.isArray(select) ? select.filter((name) => typeof name === 'string') : []
  const place = {
    schema: typeof schema === 'string' ? schema : 'public',
    table: typeof table === 'string' ? table : '*',
  }
  if (names.length > 0 && (place.schema === '*' || place.table === '*')) {
    throw new BindingError(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    )
  }
  return {
    event: eventOf(event),
    ...place,
    conditions: typeof filter === 'string' ? parseFilter(filter) : [],
    select: names.length > 0 ? names : undefined,
  }
}

function eventOf(event: unknown): Binding['event'] {
  const name = typeof event === 'string' ? event.toUpperCase() : '*'
  return name === 'INSERT' || name === 'UPDATE' || name === 'DELETE' ? name : '*'
}

/** As the hosted service shows them to whoever asked in vain. */
export function describeBinding({ event, schema, table, conditions, select }: Binding): string {
  const filters = conditions.map(({ column, operator, value }) => `{${column}, ${operator}, ${value}}`).join(', ')
  const columns = select ? `[${select.join(', ')}]` : 'nil'
  return `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${filters}], select: ${columns}]`
}
