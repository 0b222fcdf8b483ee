import type { Payload } from '../parse/payload.ts'
import type { Condition, Field, OrderTerm, Range, SelectColumn } from '../parse/query.ts'
import { type Column, type DbFunction, isToOne, type Name, type Relationship, type Table } from '../schema/schema.ts'

/** What to read from one relation, and what to embed into each of its rows. */
export type ReadPlan = {
  /** Undefined where a function returns something that is no table: then nothing is known of its columns. */
  table: Table | undefined
  from: ReadFrom
  columns: SelectColumn[]
  where: Condition[]
  order: OrderTerm[]
  range: Range
  embeds: Embed[]
}

export type ReadFrom =
  | { kind: 'relation'; name: Name; alias?: string }
  /** The rows that a write or a function returned. */
  | { kind: 'source'; alias: string }
  /** A computed relationship: the function is given the parent's row. */
  | { kind: 'computed'; function: Name; of: Name; alias: string }

export type Embed = {
  plan: ReadPlan
  relationship: Relationship
  /** Its key in the parent's rows. */
  name: string
  /** What the joined subquery is called. */
  alias: string
  /** What a junction table is called beside the embedded one. */
  junctionAlias: string
  inner: boolean
  spread: boolean
  /** `rel()` selects nothing: it joins, for a null filter, and is not shown. */
  hidden: boolean
}

export type WritePlan = {
  table: Table
  /** Empty: the caller wants no rows back. */
  returning: readonly string[]
  where: readonly Condition[]
} & (
  | { kind: 'insert'; body: JsonBody; conflict?: Conflict }
  | { kind: 'put'; body: JsonBody; conflict: Conflict }
  | { kind: 'update'; body: JsonBody }
  | { kind: 'delete' }
)

export type JsonBody = {
  text: string
  isObject: boolean
  columns: readonly Column[]
  /** Keys that a row lacks take the column's default, not null. */
  fillDefaults: boolean
}

export type Conflict = { resolution: 'merge-duplicates' | 'ignore-duplicates'; columns: readonly string[] }

export type CallPlan = {
  function: DbFunction
  args: CallArguments
  /** Undefined: all columns. */
  returning: readonly string[] | undefined
}

export type CallArguments =
  | { kind: 'none' }
  /** Arguments by name out of one JSON body. */
  | { kind: 'json'; body: Extract<Payload, { kind: 'json' }>; names: readonly string[] }
  /** Texts by name, from a query string or form. */
  | { kind: 'texts'; values: readonly (readonly [name: string, value: string])[] }
  /** The body is the one argument. */
  | { kind: 'body'; type: string; value: string | Buffer }

/** The column names that a plan's root uses, which a write or function has to hand over to it. */
export function namesUsedAtRoot({ columns, order, embeds, where }: ReadPlan, withFilters: boolean): string[] {
  return [
    ...columns.map(({ field }) => field.name),
    ...order.flatMap(({ field, relation }) => (relation === undefined ? [field.name] : [])),
    ...embeds.flatMap(({ relationship }) => joinColumns(relationship)),
    ...(withFilters ? where.flatMap(fieldsOf).map(({ name }) => name) : []),
  ].filter((name) => !embeds.some((embed) => embed.name === name))
}

function joinColumns(relationship: Relationship): string[] {
  if (relationship.kind === 'computed') return []
  const pairs = relationship.kind === 'many-to-many' ? relationship.near.columns : relationship.columns
  return pairs.map(([near]) => near)
}

/** The fields that a condition tests. */
export const fieldsOf = (condition: Condition): Field[] =>
  condition.kind === 'filter' ? [condition.field] : condition.members.flatMap(fieldsOf)

/** Whether a plan groups its rows. The aggregates of a row that is spread are its parent's: it has only the one. */
export const aggregates = ({ columns, embeds }: ReadPlan): boolean =>
  columns.some(({ aggregate }) => aggregate !== undefined) ||
  embeds.some(({ spread, relationship, plan }) => spread && isToOne(relationship) && aggregates(plan))
