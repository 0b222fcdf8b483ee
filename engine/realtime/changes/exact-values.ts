import type { Payload } from '../frames.ts'
import type { Binding } from './bindings.ts'
import type { Condition } from './filter.ts'
import type { Table } from './tables.ts'

/** As Postgres writes it. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const INTEGER = /^(0|-?[1-9]\d*)$/
/** What Postgres reads as one of them, and may write in another way. */
const MAYBE_UUID = /^\{?[0-9a-f-]{32,}\}?$/i
const MAYBE_INTEGER = /^\s*[-+]?\d/

/**
 * The text of the one value that meets a condition, in whichever column whose values are equal just where their texts are
 * (`isExact`). Undefined where it takes Postgres to know.
 */
export function onlyText({ operator, value, isNegated }: Condition): string | undefined {
  if (operator !== 'eq' || isNegated) return undefined
  if (UUID.test(value) || INTEGER.test(value)) return value
  return MAYBE_UUID.test(value) || MAYBE_INTEGER.test(value) ? undefined : value
}

/** The text of a value of such a column, as it came in JSON. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || value === undefined || value === null ? (value ?? undefined) : JSON.stringify(value)

/** Whether no more than texts have to be compared to know which rows of the table a binding wants. */
export const isExact = ({ conditions }: Binding, { columns }: Table): boolean =>
  conditions.every(
    (condition) =>
      onlyText(condition) !== undefined && columns.some(({ name, isExact }) => isExact && name === condition.column),
  )

/** For a binding that is exact, and a row of which there is no more than the asker may see. */
export const fitsExactly = ({ conditions }: Binding, row: Payload): boolean =>
  conditions.every(({ column, value }) => textOf(row[column]) === value)
