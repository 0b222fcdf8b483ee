import type { Payload } from '../frames.ts'
import type { Binding } from './bindings.ts'
import { onlyText, textOf } from './exact-values.ts'
import type { Subscriber } from './subscriber.ts'
import type { Table } from './tables.ts'

/** Whoever follows a table, or all of a schema: by the one value of a column that they wait for, and the others. */
type Place = { byColumn: Map<string, Map<string, Set<Subscriber>>>; others: Set<Subscriber> }

/** Everybody who wants to know what changes, ordered so that a change is compared with none who wait for something else. */
export class Audience {
  readonly #everybody = new Map<Subscriber, string>()
  readonly #byRole = new Map<string, Set<Subscriber>>()
  readonly #places = new Map<string, Place>()

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

  /** Also for somebody who is here already, and may have another role since. */
  add(subscriber: Subscriber): void {
    this.#leaveRole(subscriber)
    const { role } = subscriber.caller()
    this.#everybody.set(subscriber, role)
    getOrMake(this.#byRole, role, () => new Set<Subscriber>()).add(subscriber)
    for (const binding of subscriber.bindings) this.#seats(binding).add(subscriber)
  }

  remove(subscriber: Subscriber): void {
    this.#leaveRole(subscriber)
    this.#everybody.delete(subscriber)
    for (const binding of subscriber.bindings) {
      this.#seats(binding).delete(subscriber)
      this.#tidy(binding)
    }
  }

  /** The columns by which they are told apart. */
  columnsOf(table: Table): string[] {
    const asked = this.#placesOf(table).flatMap(({ byColumn }) => [...byColumn.keys()])
    return table.columns.map(({ name }) => name).filter((name) => asked.includes(name))
  }

  /**
   * Whom a row may concern: of those who wait for another value in a column, whose equality the text decides, nobody; and
   * nobody who may not read that column, since hearing of a row would tell what stands there.
   */
  concernedBy(table: Table, row: Payload): Set<Subscriber> {
    const concerned = new Set<Subscriber>()
    for (const { byColumn, others } of this.#placesOf(table)) {
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

  #placesOf({ schema, name }: Table): Place[] {
    const keys = [schema, '*'].flatMap((schema) => [name, '*'].map((table) => keyOf({ schema, table })))
    return keys.flatMap((key) => this.#places.get(key) ?? [])
  }

  #seats(binding: Binding): Set<Subscriber> {
    const place = getOrMake(this.#places, keyOf(binding), (): Place => ({ byColumn: new Map(), others: new Set() }))
    const value = awaited(binding)
    if (!value) return place.others
    const byValue = getOrMake(place.byColumn, value.column, () => new Map<string, Set<Subscriber>>())
    return getOrMake(byValue, value.text, () => new Set<Subscriber>())
  }

  #leaveRole(subscriber: Subscriber): void {
    const role = this.#everybody.get(subscriber)
    const others = role === undefined ? undefined : this.#byRole.get(role)
    others?.delete(subscriber)
    if (role !== undefined && others?.size === 0) this.#byRole.delete(role)
  }

  /** Nothing stays of those who have left. */
  #tidy(binding: Binding): void {
    const place = this.#places.get(keyOf(binding))
    const value = awaited(binding)
    const byValue = value && place?.byColumn.get(value.column)
    if (value && byValue?.get(value.text)?.size === 0) byValue.delete(value.text)
    if (value && byValue?.size === 0) place?.byColumn.delete(value.column)
    if (place?.byColumn.size === 0 && place.others.size === 0) this.#places.delete(keyOf(binding))
  }
}

/**
 * Whether these concern somebody with every row. Of whoever they do not, an error would tell that a row has the value that
 * they wait for.
 */
export const wantsAll = (bindings: readonly Binding[]): boolean => bindings.some((binding) => !awaited(binding))

const keyOf = ({ schema, table }: Pick<Binding, 'schema' | 'table'>) => JSON.stringify([schema, table])

/** The first of its conditions that one value alone can meet. */
function awaited({ conditions }: Binding): { column: string; text: string } | undefined {
  for (const condition of conditions) {
    const text = onlyText(condition)
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
