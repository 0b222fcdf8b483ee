export type Value = string | number | null
/** Rows of another table that belong to a row and are stored with it, such as the people of a client. */
type Belonging = { [column: string]: string | null }
export type SentRow = { [column: string]: Value | Belonging[] }

/** Values of a row by column of the table in the database. */
export type Values = Readonly<Record<string, Value>>

/** The order of day and month in a date such as 04/03/2026. */
export type DateOrder = 'day first' | 'month first'

export type Reading = { value: Value } | { problem: string }

/** How a file writes dates and amounts, which a single cell does not show. */
export type Style = {
  order: DateOrder
  /** The decimal mark, where '1.250' could be two amounts. */
  decimalMark: '.' | ','
}

/** One of a field's allowed values, found by the value, its label or a word that other programs use. */
export type Option = { value: string; label: string; alsoCalled?: readonly string[] }

/** The part of a name that a column holds. */
export type NamePart = 'person' | 'given' | 'middle' | 'family'

/** A field that a column of a file can be assigned to. */
export type Field = {
  name: string
  label: string
  isRequired?: true
  /** True if the values of several columns are joined into one. */
  isJoined?: true
  /** The headings of columns that hold a part of a name. */
  parts?: Readonly<Record<NamePart, readonly string[]>>
  /** The field whose value is used in place of an empty one: a client without a name is called like its company. */
  elseAs?: string
  /** True if the field holds the name of a company, not of the contact person. */
  isCompany?: true
  /** True if dates in this field may be ambiguous: 04/03/2026. */
  isDate?: true
  /** True if amounts in this field may be ambiguous: 1.250. */
  isAmount?: true
  /** True if placeholders like "TBD" are ordinary text in this field. */
  isProse?: true
  /** Headings for this field in other programs and languages, the most usual first. */
  alsoCalled: readonly string[]
  /** Words for the rows that some exports put before each heading: "Deal name". */
  isAfter?: readonly string[]
  /** Headings that can mean another field too, so that the values decide. */
  needsContent?: readonly string[]
  /** Whether a cell looks like a value of this field. */
  looksLike?: (cell: string) => boolean
  /** True if nothing else looks like this field: with matching values, its name anywhere in a heading is enough. */
  isTelling?: true
  /** True if the values alone identify the field, whatever the heading. */
  isKnownByContent?: true
  /** Says what happens to this field of existing rows, if it is not replaced by the file's value. */
  ofExisting?: string
  /** The allowed values of the field. For other words in the file the person chooses one of them, or none. */
  options?: readonly Option[]
  read: (cell: string, style: Style) => Reading
}

/** An existing row, with the version in which it was read. */
export type ExistingRow = { id: string; updated_at: string; values: Values }

/** What two clients with different addresses have in common. */
export type Resemblance = 'name' | 'contact'

/** An existing row that the database has found for a row of the file. */
export type Match = {
  /** The index of the file's row in the request, from 0. */
  place: number
  found: ExistingRow | undefined
  /** The reason why the two rows are taken for the same: 'the same email address'. */
  recognisedBy: string
  /**
   * What is the same where the address differs, name and company or contact details: the person decides whether it
   * is the same client.
   */
  resembles?: Resemblance
  /** Values that the database adds to the row, such as the client that a project belongs to. */
  values?: Values
  problem?: Omit<Problem, 'row'>
}

/** A problem of a row of the file, and how to fix it. */
export type Problem = { row: number; column: string; sentence: string }

/** A kind of rows that can be imported: its fields, and how existing rows are recognized. */
export type ImportKind = {
  name: 'clients' | 'projects'
  one: 'client' | 'project'
  fields: readonly Field[]
  /** The values of a new row for the columns that the file lacks. */
  defaults: Values
  /** A value that is asked for once, for all new rows in which the file has none. */
  fallback?: { field: string; label: string; options: readonly { value: string; label: string }[] }
  /** Finds problems between several fields of a row. */
  check: (values: Values) => Omit<Problem, 'row'>[]
  titleOf: (values: Values) => string
  /** The keys of a row: two rows of a file that share a key are the same. */
  keysOf: (values: Values) => string[]
  /** Looks for existing rows in the database, for a limited number of rows at a time. */
  match: (agencyId: string, rows: readonly Values[], signal: AbortSignal) => Promise<Match[]>
  /** Formats the value of a field for people. */
  format: (field: string, value: Value) => string
  /** The values of an existing row after the import, if a field adds to what is there instead of replacing it. */
  joinedWith?: (existing: Values, values: Values) => Values
  /** The columns of a row to store, without those that only serve to find another row. */
  columnsToStore: (values: Values, existing?: Values) => SentRow
}
