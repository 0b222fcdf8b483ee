import type { Condition, Filter, OrderTerm, Range, SelectColumn } from '../parse/query.ts'
import type { Payload } from '../parse/request-body.ts'
import {
  type Column,
  type DbFunction,
  isToOne,
  type Name,
  type Relationship,
  type Table,
} from '../schema/schema-types.ts'

/** The read of one relation, and the resources to embed into each of its rows. */
export type ReadPlan = {
  /** Undefined where a function returns something other than a table's rows, whose columns are unknown. */
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
  /** A computed relationship: a function that takes the parent's row. */
  | { kind: 'computed'; function: Name; of: Name; alias: string }

export type Embed = {
  plan: ReadPlan
  relationship: Relationship
  /** The key of the embedded resource in the parent's JSON. */
  name: string
  /** The alias of the joined subquery. */
  alias: string
  /** The alias of the junction table in the embedded resource's query. */
  junctionAlias: string
  inner: boolean
  spread: boolean
  /** True for `rel()`, which selects nothing: it is joined for a null filter and not returned. */
  hidden: boolean
}

export type WritePlan = {
  table: Table
  /** Columns to return; empty for `return=minimal`. */
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
  /** Whether keys missing from a row take the column's default instead of null. */
  fillDefaults: boolean
}

export type Conflict = { resolution: 'merge-duplicates' | 'ignore-duplicates'; columns: readonly string[] }

export type CallPlan = {
  function: DbFunction
  args: CallArguments
  /** Columns to return; undefined for all. */
  returning: readonly string[] | undefined
}

export type CallArguments =
  | { kind: 'none' }
  /** Arguments by name from one JSON body. */
  | { kind: 'json'; body: Extract<Payload, { kind: 'json' }>; names: readonly string[] }
  /** Arguments as texts by name, from a query string or form. */
  | { kind: 'texts'; values: readonly (readonly [name: string, value: string])[] }
  /** The body as the only argument. */
  | { kind: 'body'; type: string; value: string | Buffer }

/** The column names that a plan's root uses, which a write or function has to return to it. */
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

/** The embedded resources that a condition tests for null. */
export function testedEmbeds(condition: Condition, embeds: readonly Embed[]): Embed[] {
  if (condition.kind === 'group') return condition.members.flatMap((member) => testedEmbeds(member, embeds))
  return [nullTestedEmbed(condition, embeds) ?? []].flat()
}

/**
 * The embedded resource that `actors=is.null` tests, if actors are embedded (docs/wire/rest.md#embedding). Any other
 * operator means a column, since a resource is often named like its foreign key column.
 */
export function nullTestedEmbed({ field, operation }: Filter, embeds: readonly Embed[]): Embed | undefined {
  if (operation.kind !== 'is' || operation.value !== 'null' || field.path.length > 0) return undefined
  return embeds.find(({ name }) => name === field.name)
}

/**
 * Whether a plan groups its rows. The aggregates of a spread to-one resource count, because they become the parent's.
 */
export const aggregates = ({ columns, embeds }: ReadPlan): boolean =>
  columns.some(({ aggregate }) => aggregate !== undefined) ||
  embeds.some(({ spread, relationship, plan }) => spread && isToOne(relationship) && aggregates(plan))
