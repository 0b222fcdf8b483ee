import type { Payload } from '../parse/payload.ts'
import type { Condition, Filter, OrderTerm, Range, SelectColumn } from '../parse/query.ts'
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
    ...(withFilters ? where.flatMap((condition) => testedColumns(condition, embeds)) : []),
  ]
}

function joinColumns(relationship: Relationship): string[] {
  if (relationship.kind === 'computed') return []
  const pairs = relationship.kind === 'many-to-many' ? relationship.near.columns : relationship.columns
  return pairs.map(([near]) => near)
}

/** The columns that a condition tests. */
export function testedColumns(condition: Condition, embeds: readonly Embed[]): string[] {
  if (condition.kind === 'group') return condition.members.flatMap((member) => testedColumns(member, embeds))
  return nullTestedEmbed(condition, embeds) ? [] : [condition.field.name]
}

/** The embedded resources that a condition asks for. */
export function testedEmbeds(condition: Condition, embeds: readonly Embed[]): Embed[] {
  if (condition.kind === 'group') return condition.members.flatMap((member) => testedEmbeds(member, embeds))
  return [nullTestedEmbed(condition, embeds) ?? []].flat()
}

/**
 * `actors=is.null` asks for rows without actors, if actors are embedded (docs/wire/rest.md#embedding). Any other use of
 * the name means a column: a resource is often called like the foreign key that leads to it.
 */
export function nullTestedEmbed({ field, operation }: Filter, embeds: readonly Embed[]): Embed | undefined {
  if (operation.kind !== 'is' || operation.value !== 'null' || field.path.length > 0) return undefined
  return embeds.find(({ name }) => name === field.name)
}

/** Whether a plan groups its rows. The aggregates of a row that is spread are its parent's: it has only the one. */
export const aggregates = ({ columns, embeds }: ReadPlan): boolean =>
  columns.some(({ aggregate }) => aggregate !== undefined) ||
  embeds.some(({ spread, relationship, plan }) => spread && isToOne(relationship) && aggregates(plan))
