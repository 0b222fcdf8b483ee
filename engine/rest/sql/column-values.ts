import type { Field, JsonStep } from '../parse/query.ts'
import type { Representation, Table } from '../schema/schema-types.ts'
import { quote, type Values } from './quoting.ts'

/** The relation that a plan's columns belong to: its SQL reference, and its columns where they are known. */
export type ColumnScope = { reference: string; table: Table | undefined }

/**
 * SQL for a column or JSON path. Postgres checks that the column exists, because a computed column, which is a function
 * of the row, counts as one too (docs/wire/rest.md#select).
 */
export function fieldSql({ name, path }: Field, scope: ColumnScope, values: Values): string {
  if (name === '*') return `${scope.reference}.*`
  const column = `${scope.reference}.${quote(name)}`
  if (path.length === 0) return column
  const base = isJson(name, scope) ? column : `to_jsonb(${column})`
  return base + path.map((step) => stepSql(step, values)).join('')
}

const isJson = (name: string, { table }: ColumnScope): boolean => {
  const type = table?.columns.get(name)?.baseType
  return type === 'json' || type === 'jsonb'
}

/** Writes the key as a literal: a bound operand would be read as a text key, even if it is a number. */
function stepSql({ asText, key, index }: JsonStep, values: Values): string {
  const arrow = asText ? '->>' : '->'
  return key === undefined ? `${arrow}${values.bind(index ?? '0')}::int` : `${arrow}${values.bind(key)}`
}

/** The default name of a JSON path's value: its last key, or the column where there are only indices. */
export const nameOfPath = ({ name, path }: Field): string | undefined =>
  path.length === 0 ? undefined : (path.findLast(({ key }) => key !== undefined)?.key ?? name)

/** The column's own representation, if it has one. */
export const representationOf = ({ name, path }: Field, { table }: ColumnScope): Representation | undefined =>
  path.length === 0 ? table?.columns.get(name)?.representation : undefined
