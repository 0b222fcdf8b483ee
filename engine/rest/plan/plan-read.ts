import { restErrors } from '../errors.ts'
import type { AtPath, Condition, Query, Range, SelectEmbed, SelectItem } from '../parse/query.ts'
import { isToOne, keyOf, type Name, type Relationship, type Schema, type Table } from '../schema/schema-types.ts'
import { Aliases } from './aliases.ts'
import { expandStars } from './expand-stars.ts'
import { findRelationship } from './find-relationship.ts'
import type { Embed, ReadFrom, ReadPlan } from './plan.ts'

/** A plan whose embedded resources have names, but no relationships yet. */
type Draft = Omit<ReadPlan, 'table' | 'from' | 'embeds'> & { embeds: (Draft & { item: SelectEmbed })[] }

export type ReadRoot = {
  table: Table | undefined
  /** The relation whose relationships the embedded resources use. */
  origin: Name
  from: ReadFrom
}

type Limits = {
  /** The page of the root. */
  range: Range
  /** The most rows of any level; undefined after a write, which returns all rows that it wrote. */
  maxRows: number | undefined
  /** Whether aggregates are enabled. */
  aggregates: boolean
}

/** Plans the root and everything embedded; `filters` are those filters of the query that apply to the read. */
export function planRead(
  schema: Schema,
  root: ReadRoot,
  query: Query,
  filters: readonly AtPath<Condition>[],
  limits: Limits,
): ReadPlan {
  const draft = draftOf(query.select, limits.aggregates)
  for (const { path, value } of filters) draftAt(draft, path).where.push(value)
  for (const { path, value } of query.order) draftAt(draft, path).order.push(...value)
  if (limits.maxRows !== undefined) {
    for (const { path, value } of query.ranges) draftAt(draft, path).range = value
  }
  draft.range = limits.range
  const { table, from, origin } = root
  const plan: ReadPlan = { ...draft, table, from, embeds: [] }
  plan.range = atMost(plan.range, limits.maxRows)
  const within = { schema, maxRows: limits.maxRows, aliases: new Aliases() }
  plan.embeds = draft.embeds.map((embed) => planEmbed(embed, { origin, depth: 0 }, within))
  checkRelatedOrder(plan, origin)
  return expandStars(plan)
}

function draftOf(select: readonly SelectItem[], aggregates: boolean): Draft {
  const draft: Draft = { columns: [], where: [], order: [], range: everything, embeds: [] }
  for (const item of select) {
    if (item.kind === 'embed') draft.embeds.push({ ...draftOf(item.select, aggregates), item })
    else if (item.aggregate === undefined || aggregates) draft.columns.push(item)
    else throw restErrors.aggregatesNotAllowed()
  }
  return draft
}

const everything: Range = { offset: 0 }

/** The embedded resource at a path, by alias or name. */
function draftAt(draft: Draft, path: readonly string[]): Draft {
  let found = draft
  for (const segment of path) {
    const next = found.embeds.find(({ item }) => item.alias === segment || item.name === segment)
    if (!next) throw restErrors.notEmbedded(segment)
    found = next
  }
  return found
}

type Parent = { origin: Name; depth: number }

/** The context shared by all embedded resources of one request. */
type PlanContext = { schema: Schema; maxRows: number | undefined; aliases: Aliases }

function planEmbed({ item, ...draft }: Draft & { item: SelectEmbed }, parent: Parent, within: PlanContext): Embed {
  const { schema, maxRows, aliases } = within
  const relationship = findRelationship(schema, parent.origin, item.name, item.hint)
  const origin = relationship.to
  const depth = parent.depth + 1
  const alias = aliases.aliasFor(`${origin.name}_${depth}`)
  const from: ReadFrom =
    relationship.kind === 'computed'
      ? { kind: 'computed', function: relationship.function, of: relationship.from, alias }
      : { kind: 'relation', name: origin, alias }
  const name = item.alias ?? item.name
  const plan: ReadPlan = {
    ...draft,
    table: schema.tables.get(keyOf(origin.schema, origin.name)),
    from,
    // A single row needs no limit, and without a limit Postgres is free to choose the join.
    range: atMost(draft.range, isOneRow(relationship) ? undefined : maxRows),
    embeds: [],
  }
  plan.embeds = draft.embeds.map((embed) => planEmbed(embed, { origin, depth }, within))
  checkRelatedOrder(plan, origin)
  return {
    plan,
    relationship,
    name,
    alias: aliases.aliasFor(`${parent.origin.name}_${name}_${depth}`),
    junctionAlias: aliases.aliasFor(`${origin.name}_junction_${depth}`),
    inner: item.join === 'inner',
    spread: item.spread,
    hidden: selectsNothing(plan),
  }
}

/**
 * Whether a relationship is certain to lead to at most one row. A to-one relationship of a function or view may return
 * several.
 */
const isOneRow = (relationship: Relationship) =>
  isToOne(relationship) && relationship.kind !== 'computed' && !relationship.toIsView

const selectsNothing = ({ columns, embeds }: ReadPlan): boolean =>
  columns.length === 0 && embeds.every(({ plan }) => selectsNothing(plan))

function atMost(range: Range, maxRows: number | undefined): Range {
  if (range.limit !== undefined && range.limit < 0) {
    throw restErrors.invalidRange('Limit should be greater than or equal to zero.')
  }
  return maxRows === undefined || (range.limit !== undefined && range.limit <= maxRows)
    ? range
    : { ...range, limit: maxRows }
}

/** Rejects `order=director(name)` where a row may have several directors. */
function checkRelatedOrder({ order, embeds }: ReadPlan, origin: Name) {
  for (const { relation } of order) {
    if (relation === undefined) continue
    const embed = embeds.find(({ name }) => name === relation)
    if (!embed) throw restErrors.notEmbedded(relation)
    if (!isToOne(embed.relationship)) throw restErrors.relatedOrderNotToOne(origin.name, relation)
  }
}
