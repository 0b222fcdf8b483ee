import type { RowName, Verb } from './rights.ts'
import type { Person } from './test-accounts.ts'
import type { Agency, Row, TestData } from './test-data.ts'

/** The description of sample rows of one table, for the isolation matrix. */
export type TableRows = {
  /** The columns that identify a row; `id` by default. */
  key?: readonly string[]
  /** The names of the rows that a caller tries to access. */
  names: (caller: Person) => readonly RowName[]
  /** The only verbs to try on a row, where others would do harm if they worked. */
  only?: (name: RowName, caller: Person) => readonly Verb[] | undefined
  /** Creates the row before the caller's attempt, without a generated `id`. */
  row: (name: RowName, caller: Person, testData: TestData) => Row
  /** The caller's changes, which added rows have too; `marker` tells the trials apart. */
  edit: (marker: string, caller: Person) => Row
  /** Columns of an added row that must differ from those of the existing row. */
  fresh?: (row: Row, marker: string) => Row
  /**
   * Values that a check refuses after the policies have accepted the row. A traceless trial adds rows with them, since
   * a stored row could not be removed again or would notify people.
   */
  unstorable?: Row
  /** The column of the creation time: `created_at` by default, null if there is none. */
  since?: string | null
  /** True if the rows exist without the test, which changes them back instead of deleting them. */
  given?: boolean
  /** True if not even the service key may write such rows: the test finds those that the database has written. */
  sealed?: boolean
}

export const agencies: readonly Agency[] = ['north', 'south', 'closed']

export const isAgency = (name: RowName): name is Agency => agencies.some((agency) => agency === name)

export function agencyOf(name: RowName): Agency {
  if (!isAgency(name)) throw new Error(`There is no agency '${name}'.`)
  return name
}

/** Returns the caller's agency; North for callers without one. */
export const ownAgency = (caller: Person, testData: TestData) =>
  agencies.find((agency) => testData.agencies[agency] === caller.agencyId) ?? 'north'

/** Rows of the three agencies, and the caller's own if they have an account. */
export const ownAnd =
  (...others: RowName[]) =>
  (caller: Person): readonly RowName[] =>
    caller.id === '' ? others : ['own', ...others]

export const anybody = (name: RowName, caller: Person, { others }: TestData): Person => {
  if (name === 'own' || name === 'ownShared') return caller
  if (name === 'private') return others.north
  return name === 'nowhere' ? others.nowhere : others[agencyOf(name)]
}
