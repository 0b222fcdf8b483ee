export type Value = string | number | null
/** By the columns of the table in the database. */
export type Values = Readonly<Record<string, Value>>

/** In which order day and month stand where a date does not say it itself. */
export type DateOrder = 'day first' | 'month first'

export type Reading = { value: Value } | { problem: string }

/** What a cell does not say itself: how the file writes dates and amounts. */
export type Style = {
  order: DateOrder
  /** What parts off the cents, where '1.250' could be two amounts. */
  decimalMark: '.' | ','
}

/** One of a list, by its value, its label or a word that other programs have for it. */
export type Option = { value: string; label: string; alsoCalled?: readonly string[] }

/** Which column of several a name, or a part of it, is. */
export type NamePart = 'person' | 'given' | 'middle' | 'family'

/** What a column of a file can be. */
export type Field = {
  name: string
  label: string
  isRequired?: true
  /** Several columns together are one. */
  isJoined?: true
  /** What the columns are called that are parts of a name. */
  parts?: Readonly<Record<NamePart, readonly string[]>>
  /** A row that says nothing of it says it by this field: a client without a name is called as its company. */
  elseAs?: string
  /** What a name is that is not the one of the contact person. */
  isCompany?: true
  /** Its days may have to be asked for: 04/03/2026. */
  isDate?: true
  /** Its amounts may have to be asked for: 1.250. */
  isAmount?: true
  /** Words like "TBD" are texts like others here. */
  isProse?: true
  /** What other programs and languages call it, the usual first. */
  alsoCalled: readonly string[]
  /** Words that stand before each heading of an export and say what its rows are: "Deal name". */
  isAfter?: readonly string[]
  /** Names that mean other things, too: what stands in the column decides. */
  needsContent?: readonly string[]
  /** Whether a cell can be one. */
  looksLike?: (cell: string) => boolean
  /** Nothing else looks so: one of its names anywhere in a heading is enough with it. */
  isTelling?: true
  /** A column is known by that alone, whatever its heading. */
  isKnownByContent?: true
  /** Other words are chosen for by whoever imports, or left out. */
  options?: readonly Option[]
  read: (cell: string, style: Style) => Reading
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
  /** It has the same name and another address: whoever imports says whether they are one. */
  isNamesake?: true
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
