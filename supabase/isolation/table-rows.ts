import type { RowName, Verb } from './rights.ts'
import type { Person } from './stage.ts'
import type { Agency, Row, World } from './world.ts'

/** How the rows of one table are made, for the matrix to be tried on. */
export type TableRows = {
  /** The columns that name a row; `id` unless said otherwise. */
  key?: readonly string[]
  /** The rows that a caller reaches for. */
  names: (caller: Person) => readonly RowName[]
  /** The verbs to leave it at, for a row on which the others would do harm if they worked. */
  only?: (name: RowName, caller: Person) => readonly Verb[] | undefined
  /** A row as it is before the caller comes, without its `id` if that is generated. */
  row: (name: RowName, caller: Person, world: World) => Row
  /** What a caller tries to change, and what the rows they add carry; `marker` tells the trials apart. */
  edit: (marker: string, caller: Person) => Row
  /** Columns of an added row that must differ from those of the row that is there. */
  fresh?: (row: Row, marker: string) => Row
  /**
   * Columns by which a row that the policies let in is refused all the same. With them adding is tried where the trial has
   * to be traceless: what is stored could not be taken away again, or would be told to people.
   */
  unstorable?: Row
  /** The column that says since when a row is there: `created_at` unless said otherwise, null where there is none. */
  since?: string | null
  /** The rows are there without the test: it changes them back, and does not clear them away. */
  given?: boolean
  /** The test itself could not write one, since not even the service key may: it finds what the database has written. */
  sealed?: boolean
}

export const agencies: readonly Agency[] = ['north', 'south', 'closed']

export const isAgency = (name: RowName): name is Agency => agencies.some((agency) => agency === name)

export function agencyOf(name: RowName): Agency {
  if (!isAgency(name)) throw new Error(`There is no agency '${name}'.`)
  return name
}

/** Where the caller works; North for everybody else. */
export const ownAgency = (caller: Person, world: World) =>
  agencies.find((agency) => world.agencies[agency] === caller.agencyId) ?? 'north'

/** Rows of the three agencies, and the caller's own unless they have no account. */
export const ownAnd =
  (...others: RowName[]) =>
  (caller: Person): readonly RowName[] =>
    caller.id === '' ? others : ['own', ...others]

export const anybody = (name: RowName, caller: Person, { others }: World): Person => {
  if (name === 'own' || name === 'ownShared') return caller
  if (name === 'private') return others.north
  return name === 'nowhere' ? others.nowhere : others[agencyOf(name)]
}
