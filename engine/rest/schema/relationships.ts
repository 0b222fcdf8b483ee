import type { ForeignKey } from './foreign-keys.ts'
import {
  type ColumnPairs,
  type ComputedRelationship,
  type JunctionRelationship,
  type KeyRelationship,
  keyOf,
  type Name,
  type Relationship,
  type Table,
} from './schema-types.ts'
import { shownColumn, type ViewColumns } from './view-columns.ts'

type SchemaParts = {
  keys: readonly ForeignKey[]
  views: readonly ViewColumns[]
  computed: readonly ComputedRelationship[]
  tables: ReadonlyMap<string, Table>
}

/** Every relationship between relations: foreign keys in both directions, through junctions, and computed ones. */
export function deriveRelationships({ keys, views, computed, tables }: SchemaParts): Map<string, Relationship[]> {
  const forward = keys.flatMap((key) => [tableRelationship(key), ...viewRelationships(key, views)])
  const all: Relationship[] = [
    ...forward,
    ...forward.filter(({ kind }) => kind === 'many-to-one').map(inverse),
    ...forward.filter(({ kind, from, to }) => kind === 'one-to-one' && !same(from, to)).map(inverse),
    ...throughJunctions(forward, tables),
  ]
  return group(
    replaceByComputed(
      all.filter((relationship) => isExposed(relationship, tables)),
      computed,
    ),
  )
}

const tableRelationship = ({ from, to, columns, constraint, oneToOne }: ForeignKey): KeyRelationship => ({
  kind: oneToOne ? 'one-to-one' : 'many-to-one',
  isInverse: false,
  from,
  to,
  fromIsView: false,
  toIsView: false,
  constraint,
  columns,
})

/** A foreign key's relationships of views: view to table, table to view, view to view. */
function viewRelationships(key: ForeignKey, views: readonly ViewColumns[]): KeyRelationship[] {
  const near = key.columns.map(([column]) => column)
  const far = key.columns.map(([, column]) => column)
  const nearViews = views.flatMap((view) =>
    columnCombinations(view, key.from, near).map((names) => ({ name: view.view, names })),
  )
  const farViews = views.flatMap((view) =>
    columnCombinations(view, key.to, far).map((names) => ({ name: view.view, names })),
  )
  const base = tableRelationship(key)
  return [
    ...nearViews.map(({ name, names }) => ({ ...base, from: name, fromIsView: true, columns: pair(names, far) })),
    ...farViews.map(({ name, names }) => ({ ...base, to: name, toIsView: true, columns: pair(near, names) })),
    ...nearViews.flatMap((one) =>
      farViews.map((other) => ({
        ...base,
        from: one.name,
        fromIsView: true,
        to: other.name,
        toIsView: true,
        columns: pair(one.names, other.names),
      })),
    ),
  ]
}

const pair = (near: readonly string[], far: readonly string[]): ColumnPairs =>
  near.map((column, at) => [column, far[at] ?? ''])

/**
 * The most column combinations of one key: a view that shows three columns a hundred times each would have a million.
 */
const MAX_COMBINATIONS = 16

/** The names under which a view shows all of a key's columns; several if it shows a column twice. */
export function columnCombinations({ shows }: ViewColumns, table: Name, columns: readonly string[]): string[][] {
  let found: string[][] = [[]]
  for (const column of columns) {
    const names = shows.get(shownColumn(table, column)) ?? []
    found = found.flatMap((naming) => names.map((name) => [...naming, name])).slice(0, MAX_COMBINATIONS)
  }
  return found
}

const inverse = (relationship: KeyRelationship): KeyRelationship => ({
  ...relationship,
  kind: relationship.kind === 'many-to-one' ? 'one-to-many' : 'one-to-one',
  isInverse: true,
  from: relationship.to,
  to: relationship.from,
  fromIsView: relationship.toIsView,
  toIsView: relationship.fromIsView,
  columns: relationship.columns.map(([near, far]) => [far, near]),
})

/**
 * Many-to-many relationships: a table whose primary key contains two of its foreign keys connects the tables they
 * reference.
 */
function throughJunctions(forward: readonly KeyRelationship[], tables: ReadonlyMap<string, Table>) {
  const found: JunctionRelationship[] = []
  const manyToOne = forward.filter(({ kind }) => kind === 'many-to-one')
  const byTable = Map.groupBy(manyToOne, ({ from }) => keyOf(from.schema, from.name))
  for (const [key, sides] of byTable) {
    const primaryKey = tables.get(key)?.primaryKey ?? []
    const withinKey = sides.filter(({ columns }) => columns.every(([column]) => primaryKey.includes(column)))
    for (const near of withinKey) {
      for (const far of withinKey) if (near.constraint !== far.constraint) found.push(throughJunction(near, far))
    }
  }
  return found
}

const throughJunction = (near: KeyRelationship, far: KeyRelationship): JunctionRelationship => ({
  kind: 'many-to-many',
  from: near.to,
  fromIsView: near.toIsView,
  to: far.to,
  toIsView: far.toIsView,
  junction: near.from,
  near: { constraint: near.constraint, columns: inverse(near).columns },
  far: { constraint: far.constraint, columns: inverse(far).columns },
})

const same = (a: Name, b: Name) => a.schema === b.schema && a.name === b.name

const isExposed = (relationship: Relationship, tables: ReadonlyMap<string, Table>) => {
  const ends = [relationship.from, relationship.to]
  if (relationship.kind === 'many-to-many') ends.push(relationship.junction)
  return ends.every(({ schema, name }) => tables.has(keyOf(schema, name)))
}

/** Drops the detected relationships whose target has the name of a computed one. */
function replaceByComputed(detected: readonly Relationship[], computed: readonly ComputedRelationship[]) {
  const replaced = new Set(computed.map((one) => pathKey(one.from, one.function)))
  return [...detected.filter(({ from, to }) => !replaced.has(pathKey(from, to))), ...computed]
}

const pathKey = (from: Name, to: Name) => `${keyOf(from.schema, from.name)}\0${keyOf(to.schema, to.name)}`

const group = (relationships: readonly Relationship[]): Map<string, Relationship[]> =>
  Map.groupBy(relationships, ({ from }) => keyOf(from.schema, from.name))
