/**
 * What the service knows of the database's exposed schemas, so that a request needs no look-up of its own
 * (docs/wire/rest.md#schema-cache).
 */
export type Schema = {
  /** By `keyOf`. */
  tables: ReadonlyMap<string, Table>
  /** By `keyOf` of the table they start from; computed relationships have replaced those of the same name. */
  relationships: ReadonlyMap<string, readonly Relationship[]>
  /** Overloads by `keyOf`. */
  functions: ReadonlyMap<string, readonly DbFunction[]>
  /** Media types that the project makes itself, by `handlerKey`. */
  handlers: ReadonlyMap<string, Handler>
  /** What makes a GeoJSON feature of a row, if there is PostGIS. */
  feature: Name | undefined
  /** Settings of each role that a transaction takes over when it becomes that role. */
  roleSettings: ReadonlyMap<string, Readonly<Record<string, string>>>
}

export type Name = { schema: string; name: string }

/** How names are looked up; a NUL cannot be part of one. */
export const keyOf = (schema: string, name: string) => `${schema}\0${name}`

export type Table = Name & {
  isView: boolean
  description: string | null
  insertable: boolean
  updatable: boolean
  deletable: boolean
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
}

export type Column = {
  name: string
  /** As `format_type` writes it with an empty search_path, so it can stand in SQL. */
  type: string
  /** The type beneath a domain, without modifiers. */
  baseType: string
  /** The expression that `missing=default` uses; identity columns have `nextval(…)`. */
  defaultValue: string | null
  nullable: boolean
  description: string | null
  /** The values of an enumeration, else none. */
  values: readonly string[]
  /** Of a text, if it is limited. */
  maxLength: number | null
  /** How a domain is shown and read where its casts say so. */
  representation?: Representation
}

/** The functions, as SQL, of a domain's implicit casts: to JSON, from JSON, and from the text of a filter. */
export type Representation = { toJson?: string; fromJson?: string; fromText?: string }

/** Column pairs that must be equal: [this side, other side]. */
export type ColumnPairs = readonly (readonly [string, string])[]

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

type Ends = { from: Name; to: Name; fromIsView: boolean; toIsView: boolean }

export type KeyRelationship = Ends & {
  kind: 'many-to-one' | 'one-to-many' | 'one-to-one'
  /** Whether it leads from the table referred to, and not from the one with the foreign key. */
  isInverse: boolean
  constraint: string
  columns: ColumnPairs
}

export type JunctionRelationship = Ends & {
  kind: 'many-to-many'
  junction: Name
  /** [constraint, its column pairs from the table to the junction], for either side. */
  near: JunctionSide
  far: JunctionSide
}

type JunctionSide = { constraint: string; columns: ColumnPairs }

/** A function from one row type to another; a row can be embedded by its name. */
export type ComputedRelationship = Ends & { kind: 'computed'; function: Name; toOne: boolean }

export const isKey = (relationship: Relationship): relationship is KeyRelationship =>
  relationship.kind !== 'computed' && relationship.kind !== 'many-to-many'

export const isToOne = (relationship: Relationship): boolean =>
  relationship.kind === 'computed'
    ? relationship.toOne
    : relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one'

export type DbFunction = Name & {
  oid: string
  description: string | null
  parameters: readonly Parameter[]
  volatility: 'volatile' | 'stable' | 'immutable'
  returns: {
    set: boolean
    kind: 'void' | 'scalar' | 'composite'
    /** The type's name; for a composite the table that embeds start from. */
    type: Name
  }
  /** `SET` clauses that must hold before the call starts, as statement_timeout. */
  settings: Readonly<Record<string, string>>
}

export type Parameter = { name: string; type: string; required: boolean; variadic: boolean }

/** A media type that the project makes itself: an aggregate over rows, or a function whose result is it already. */
export type Handler = {
  /** The aggregate; for a function the domain that its result has. */
  function: Name
  kind: 'aggregate' | 'domain'
  /** The row type that the aggregate takes; undefined for any. */
  of: Name | undefined
  contentType: string
  isBinary: boolean
}

/** A media type of a table's rows or a function's result; without either, of anything's. */
export const handlerKey = (of: Name | undefined, mediaType: string) =>
  of ? `${keyOf(of.schema, of.name)}\0${mediaType}` : mediaType
