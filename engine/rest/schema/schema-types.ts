/**
 * The cached description of the database's exposed schemas, so that a request needs no catalogue lookup of its own
 * (docs/wire/rest.md#schema-cache).
 */
export type Schema = {
  /** Tables by `keyOf`. */
  tables: ReadonlyMap<string, Table>
  /** Relationships by the `keyOf` of their origin; computed ones have replaced those of the same name. */
  relationships: ReadonlyMap<string, readonly Relationship[]>
  /** Overloads of functions by `keyOf`. */
  functions: ReadonlyMap<string, readonly DbFunction[]>
  /** The project's custom media types, by `handlerKey`. */
  handlers: ReadonlyMap<string, Handler>
  /** The function that makes a GeoJSON feature of a row, where PostGIS is installed. */
  feature: Name | undefined
  /** The settings that a transaction applies when it switches to a role. */
  roleSettings: ReadonlyMap<string, Readonly<Record<string, string>>>
}

export type Name = { schema: string; name: string }

/** The key of a lookup by schema and name; a NUL cannot occur in either. */
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
  /** The type as `format_type` writes it with an empty search_path, so that it is valid in any SQL. */
  type: string
  /** The base type of a domain, without modifiers. */
  baseType: string
  /** The expression that `missing=default` uses; identity columns have `nextval(…)`. */
  defaultValue: string | null
  nullable: boolean
  description: string | null
  /** The values of an enumeration; empty for other types. */
  values: readonly string[]
  /** The length limit of a text type. */
  maxLength: number | null
  /** The conversions of a domain that has its own casts. */
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
  /** Whether the relationship leads from the referenced table to the referencing one. */
  isInverse: boolean
  constraint: string
  columns: ColumnPairs
}

export type JunctionRelationship = Ends & {
  kind: 'many-to-many'
  junction: Name
  /** For either side: [constraint, its column pairs from the table to the junction]. */
  near: JunctionSide
  far: JunctionSide
}

type JunctionSide = { constraint: string; columns: ColumnPairs }

/** A function from one row type to another, which makes the result embeddable by the function's name. */
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
    /** The type's name; for a composite type the table whose relationships are used. */
    type: Name
  }
  /** `SET` clauses that must be in force before the call starts, as statement_timeout. */
  settings: Readonly<Record<string, string>>
}

export type Parameter = { name: string; type: string; required: boolean; variadic: boolean }

/** The producer of a custom media type: an aggregate over rows, or a function whose result is the body already. */
export type Handler = {
  /** The aggregate; for a function the domain of its result. */
  function: Name
  kind: 'aggregate' | 'domain'
  /** The row type that the aggregate takes; undefined for any. */
  of: Name | undefined
  contentType: string
  isBinary: boolean
}

/** The key of a handler for a table's rows or a function's result; without `of`, for any. */
export const handlerKey = (of: Name | undefined, mediaType: string) =>
  of ? `${keyOf(of.schema, of.name)}\0${mediaType}` : mediaType
