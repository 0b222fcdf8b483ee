import { isObject, type Payload } from '../frames.ts'
import { type Condition, FilterError, parseFilter } from './change-filter.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** One listener's subscription: the events, table, rows and columns that it asks for. */
export type Binding = {
  id: number
  event: ChangeType | '*'
  schema: string
  table: string
  conditions: Condition[]
  select: string[] | undefined
}

/** The subscriptions that a client asked for; `fault` describes an invalid one. */
export type Bindings = { echoed: Payload[]; wanted: Binding[]; fault: string | undefined }

/** The client compares ids by strict equality and ignores 0. */
let lastId = 0

/** A limit, because every binding is checked for every change, and anyone with the public key can subscribe. */
const MAX_BINDINGS = 100

/**
 * Parses the subscriptions. The client expects its list back in its order, each entry with an id, even where an entry
 * is invalid.
 */
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
  if (echoed.length > MAX_BINDINGS) {
    const words = `Too many postgres_changes on one channel: at most ${MAX_BINDINGS} are followed`
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

/** A binding in the format that the hosted service uses in its error messages. */
export function describeBinding({ event, schema, table, conditions, select }: Binding): string {
  const filters = conditions.map(({ column, operator, value }) => `{${column}, ${operator}, ${value}}`).join(', ')
  const columns = select ? `[${select.join(', ')}]` : 'nil'
  return `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${filters}], select: ${columns}]`
}
