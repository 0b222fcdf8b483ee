import { restErrors } from '../errors.ts'
import type { Preferences } from '../parse/prefer.ts'
import type { Condition, Query } from '../parse/query.ts'
import type { Payload } from '../parse/request-body.ts'
import type { Table } from '../schema/schema-types.ts'
import { findColumns } from './find-table.ts'
import { type Conflict, type JsonBody, namesUsedAtRoot, type ReadPlan, type WritePlan } from './plan.ts'

type Write = {
  kind: WritePlan['kind']
  table: Table
  query: Query
  preferences: Preferences
  payload: Payload | undefined
  /** The plan for the rows that the write returns. */
  read: ReadPlan
}

/** Plans an insert, update, delete or put (docs/wire/rest.md#writes). */
export function planWrite({ kind, table, query, preferences, payload, read }: Write): WritePlan {
  const where = query.filters.filter(({ path }) => path.length === 0).map(({ value }) => value)
  const common = { table, where, returning: returningOf(table, preferences, read) }
  if (kind === 'delete') {
    if (where.length === 0) throw restErrors.whereRequired('DELETE')
    return { kind, ...common }
  }
  if (kind === 'put') checkPutFilters(table, query)
  const body = jsonBody(table, payload, kind !== 'put' && preferences.missing === 'default')
  if (kind === 'update') {
    if (where.length === 0 && body.columns.length > 0) throw restErrors.whereRequired('UPDATE')
    return { kind, ...common, body }
  }
  if (kind === 'put') {
    return { kind, ...common, body, conflict: { resolution: 'merge-duplicates', columns: table.primaryKey } }
  }
  const conflict = conflictOf(table, query, preferences)
  return { kind, ...common, body, ...(conflict && { conflict }) }
}

/**
 * The columns that the write returns. `return=minimal` returns none, so that an insert needs no right to read
 * (docs/wire/rest.md#writes).
 */
function returningOf(table: Table, preferences: Preferences, read: ReadPlan): string[] {
  if (preferences.return === 'headers-only') return [...table.primaryKey]
  if (preferences.return !== 'representation') return []
  const names = namesUsedAtRoot(read, false)
  const whole = names.includes('*') || read.embeds.some(({ relationship }) => relationship.kind === 'computed')
  return whole ? ['*'] : [...new Set([...names, ...table.primaryKey])]
}

function jsonBody(table: Table, payload: Payload | undefined, fillDefaults: boolean): JsonBody {
  if (payload?.kind !== 'json') throw restErrors.invalidBody('Empty or invalid json')
  const { text, isObject, keys } = payload
  return { text, isObject, columns: findColumns(table, keys), fillDefaults }
}

function conflictOf(table: Table, query: Query, { resolution }: Preferences): Conflict | undefined {
  const columns = query.onConflict ?? table.primaryKey
  return resolution && columns.length > 0 ? { resolution, columns } : undefined
}

/** Requires filters on exactly the whole primary key, because PUT replaces a single row. */
function checkPutFilters(table: Table, query: Query) {
  const names = new Set(query.filters.map(({ path, value }) => (path.length === 0 ? equalledColumn(value) : undefined)))
  const wholeKey = table.primaryKey.length === names.size && table.primaryKey.every((name) => names.has(name))
  if (!wholeKey || names.size === 0) throw restErrors.invalidPutFilters()
}

/** The column of a plain `eq` filter. */
function equalledColumn(condition: Condition): string | undefined {
  if (condition.kind === 'group' || condition.negated || condition.field.path.length > 0) return undefined
  const { field, operation } = condition
  const isPlain = operation.kind === 'compare' && operation.operator === 'eq' && operation.quantifier === undefined
  return isPlain ? field.name : undefined
}
