export type Value = string | number | null
/** By the columns of the table in the database. */
export type Values = Readonly<Record<string, Value>>

/** In which order day and month stand where a date does not say it itself. */
export type DateOrder = 'day first' | 'month first'

export type Reading = { value: Value } | { problem: string }

/** What a column of a file can be. */
export type Field = {
  name: string
  label: string
  isRequired?: true
  /** Several columns together are one: first and last name. */
  isJoined?: true
  /** Its days may have to be asked for: 04/03/2026. */
  isDate?: true
  /** What other programs call it, in lower case. */
  alsoCalled: readonly string[]
  /** A column that nobody has named is known by what stands in it. */
  looksLike?: (cell: string) => boolean
  read: (cell: string, order: DateOrder) => Reading
}

/** A row that is there already, with the version that it was seen in. */
export type Found = { id: string; updated_at: string; values: Values }

/** What the database knows of a row of a file. */
export type Match = {
  /** Which of the rows that were asked about, from 0. */
  place: number
  found: Found | undefined
  /** By what it is known: 'the same email address'. */
  recognisedBy: string
  /** What comes to the row by that: which client it is for. */
  values?: Values
  problem?: Omit<Problem, 'row'>
}

/** What is wrong with a row, and what to do about it. */
export type Problem = { row: number; column: string; sentence: string }

/** What can be imported: what its rows consist of, and how they are known again. */
export type ImportKind = {
  name: 'clients' | 'projects'
  /** 'client'. */
  one: 'client' | 'project'
  fields: readonly Field[]
  /** What a new one is where the file says nothing. */
  defaults: Values
  /** What is asked for once, for all new ones of which the file does not say it. */
  fallback?: { field: string; label: string; options: readonly { value: string; label: string }[] }
  /** What is wrong between several fields of a row. */
  check: (values: Values) => Omit<Problem, 'row'>[]
  titleOf: (values: Values) => string
  /** Two rows of a file that share one of these are the same. */
  keysOf: (values: Values) => string[]
  /** Asks the database about so many at most. */
  match: (agencyId: string, rows: readonly Values[], signal: AbortSignal) => Promise<Match[]>
  /** The value of a field as a person reads it. */
  told: (field: string, value: Value) => string
  /** What is sent of a row: columns that only serve to find something are left out. */
  sent: (values: Values) => { [column: string]: Value }
}
