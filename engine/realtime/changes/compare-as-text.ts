import type { Payload } from '../frames.ts'
import type { Binding } from './bindings.ts'
import type { Condition } from './change-filter.ts'
import type { Table } from './published-tables.ts'

/** Canonical text of a UUID, as Postgres writes it. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const INTEGER = /^(0|-?[1-9]\d*)$/
/** Text that Postgres accepts as a UUID but may write differently. */
const UUID_IN_ANY_FORM = /^\{?[0-9a-f-]{32,}\}?$/i
const INTEGER_IN_ANY_FORM = /^\s*[-+]?\d/

/**
 * The text of the single value that meets a condition, for columns in which values are equal exactly when their texts
 * are (`isExact`). Undefined where only Postgres can decide.
 */
export function singleMatchingText({ operator, value, isNegated }: Condition): string | undefined {
  if (operator !== 'eq' || isNegated) return undefined
  if (UUID.test(value) || INTEGER.test(value)) return value
  return UUID_IN_ANY_FORM.test(value) || INTEGER_IN_ANY_FORM.test(value) ? undefined : value
}

/** The text of such a column's value, from its JSON. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || value === undefined || value === null ? (value ?? undefined) : JSON.stringify(value)

/** Whether comparing texts is enough to decide which rows of the table a binding matches. */
export const comparesAsText = ({ conditions }: Binding, { columns }: Table): boolean =>
  conditions.every(
    (condition) =>
      singleMatchingText(condition) !== undefined &&
      columns.some(({ name, isExact }) => isExact && name === condition.column),
  )

/** Whether a row fits an exact binding. The row must hold only columns that the subscriber may read. */
export const matchesAsText = ({ conditions }: Binding, row: Payload): boolean =>
  conditions.every(({ column, value }) => textOf(row[column]) === value)
