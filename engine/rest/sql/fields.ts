import type { Field, JsonStep } from '../parse/query.ts'
import type { Representation, Table } from '../schema/schema.ts'
import { quote, type Values } from './sql.ts'

/** Where a plan's columns come from: how SQL refers to the relation, and what is known of its columns. */
export type Scope = { reference: string; table: Table | undefined }

/**
 * A column, or what its JSON path leads to. Its existence is Postgres' to check: a function of the row is a column
 * too (docs/wire/rest.md#select).
 */
export function fieldSql({ name, path }: Field, scope: Scope, values: Values): string {
  if (name === '*') return `${scope.reference}.*`
  const column = `${scope.reference}.${quote(name)}`
  if (path.length === 0) return column
  const base = isJson(name, scope) ? column : `to_jsonb(${column})`
  return base + path.map((step) => stepSql(step, values)).join('')
}

const isJson = (name: string, { table }: Scope): boolean => {
  const type = table?.columns.get(name)?.baseType
  return type === 'json' || type === 'jsonb'
}

/** A bound operand would be taken for a key, even if it is a number. */
function stepSql({ asText, key, index }: JsonStep, values: Values): string {
  const arrow = asText ? '->>' : '->'
  return key === undefined ? `${arrow}${values.bind(index ?? '0')}::int` : `${arrow}${values.bind(key)}`
}

/** What a JSON path's value is called without an alias: its last key, or the column where there are only indices. */
export const nameOfPath = ({ name, path }: Field): string | undefined =>
  path.length === 0 ? undefined : (path.findLast(({ key }) => key !== undefined)?.key ?? name)

/** How a column's values are shown and read, if not as they are. */
export const representationOf = ({ name, path }: Field, { table }: Scope): Representation | undefined =>
  path.length === 0 ? table?.columns.get(name)?.representation : undefined
