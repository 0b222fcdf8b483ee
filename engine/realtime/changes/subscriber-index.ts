import type { Payload } from '../frames.ts'
import type { Binding } from './bindings.ts'
import { singleMatchingText, textOf } from './compare-as-text.ts'
import type { Table } from './published-tables.ts'
import type { Subscriber } from './subscriber.ts'

/**
 * Subscribers of a table, or of a whole schema: grouped by the column value that they filter for, and those without
 * such a filter.
 */
type TableSubscribers = { byColumn: Map<string, Map<string, Set<Subscriber>>>; others: Set<Subscriber> }

/**
 * All subscribers to changes, indexed by the value they filter for, so that a change is not compared with every
 * subscriber.
 */
export class SubscriberIndex {
  readonly #everybody = new Map<Subscriber, string>()
  readonly #byRole = new Map<string, Set<Subscriber>>()
  readonly #byTable = new Map<string, TableSubscribers>()

  get size(): number {
    return this.#everybody.size
  }

  has(subscriber: Subscriber): boolean {
    return this.#everybody.has(subscriber)
  }

  [Symbol.iterator](): Iterator<Subscriber> {
    return this.#everybody.keys()
  }

  get roles(): string[] {
    return [...this.#byRole.keys()]
  }

  ofRole(role: string): Iterable<Subscriber> {
    return this.#byRole.get(role) ?? []
  }

  /** Adds a subscriber, or updates one whose role has changed. */
  add(subscriber: Subscriber): void {
    this.#leaveRole(subscriber)
    const { role } = subscriber.caller()
    this.#everybody.set(subscriber, role)
    getOrMake(this.#byRole, role, () => new Set<Subscriber>()).add(subscriber)
    for (const binding of subscriber.bindings) this.#subscribersOf(binding).add(subscriber)
  }

  remove(subscriber: Subscriber): void {
    this.#leaveRole(subscriber)
    this.#everybody.delete(subscriber)
    for (const binding of subscriber.bindings) {
      this.#subscribersOf(binding).delete(subscriber)
      this.#removeEmpty(binding)
    }
  }

  /** The columns that subscribers of a table filter by. */
  columnsOf(table: Table): string[] {
    const asked = this.#groupsOf(table).flatMap(({ byColumn }) => [...byColumn.keys()])
    return table.columns.map(({ name }) => name).filter((name) => asked.includes(name))
  }

  /**
   * The subscribers that a row may concern. Subscribers who filter for another value are left out, where equality of
   * the text decides equality of the value; and so are those who may not read that column, since receiving the row
   * would reveal its value.
   */
  candidatesFor(table: Table, row: Payload): Set<Subscriber> {
    const concerned = new Set<Subscriber>()
    for (const { byColumn, others } of this.#groupsOf(table)) {
      for (const subscriber of others) concerned.add(subscriber)
      for (const { name, isExact, readers } of table.columns) {
        const byValue = byColumn.get(name)
        const text = textOf(row[name])
        if (!byValue || text === undefined) continue
        for (const waiting of isExact ? [byValue.get(text) ?? []] : byValue.values()) {
          for (const one of waiting) if (readers.includes(one.caller().role)) concerned.add(one)
        }
      }
    }
    return concerned
  }

  #groupsOf({ schema, name }: Table): TableSubscribers[] {
    const keys = [schema, '*'].flatMap((schema) => [name, '*'].map((table) => keyOf({ schema, table })))
    return keys.flatMap((key) => this.#byTable.get(key) ?? [])
  }

  #subscribersOf(binding: Binding): Set<Subscriber> {
    const group = getOrMake(
      this.#byTable,
      keyOf(binding),
      (): TableSubscribers => ({ byColumn: new Map(), others: new Set() }),
    )
    const value = filteredValue(binding)
    if (!value) return group.others
    const byValue = getOrMake(group.byColumn, value.column, () => new Map<string, Set<Subscriber>>())
    return getOrMake(byValue, value.text, () => new Set<Subscriber>())
  }

  #leaveRole(subscriber: Subscriber): void {
    const role = this.#everybody.get(subscriber)
    const others = role === undefined ? undefined : this.#byRole.get(role)
    others?.delete(subscriber)
    if (role !== undefined && others?.size === 0) this.#byRole.delete(role)
  }

  /** Removes the empty entries that a subscriber leaves behind. */
  #removeEmpty(binding: Binding): void {
    const group = this.#byTable.get(keyOf(binding))
    const value = filteredValue(binding)
    const byValue = value && group?.byColumn.get(value.column)
    if (value && byValue?.get(value.text)?.size === 0) byValue.delete(value.text)
    if (value && byValue?.size === 0) group?.byColumn.delete(value.column)
    if (group?.byColumn.size === 0 && group.others.size === 0) this.#byTable.delete(keyOf(binding))
  }
}

/**
 * Whether every row concerns these bindings. For a subscriber who filters for a value, an error would reveal that a row
 * has it.
 */
export const isUnfiltered = (bindings: readonly Binding[]): boolean =>
  bindings.some((binding) => !filteredValue(binding))

const keyOf = ({ schema, table }: Pick<Binding, 'schema' | 'table'>) => JSON.stringify([schema, table])

/** The first condition that only a single value meets. */
function filteredValue({ conditions }: Binding): { column: string; text: string } | undefined {
  for (const condition of conditions) {
    const text = singleMatchingText(condition)
    if (text !== undefined) return { column: condition.column, text }
  }
  return undefined
}

function getOrMake<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
