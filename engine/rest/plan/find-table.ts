import { mostSimilar } from '../../kernel/similar.ts'
import { restErrors } from '../errors.ts'
import { type Column, keyOf, type Schema, type Table } from '../schema/schema-types.ts'

/**
 * The similarity from which an error suggests another name. It is high, so that suggestions do not help to guess names.
 */
const MIN_SIMILARITY = 0.75

export function findTable(schema: Schema, schemaName: string, name: string): Table {
  const table = schema.tables.get(keyOf(schemaName, name))
  if (table) return table
  const names = [...schema.tables.values()].filter((other) => other.schema === schemaName).map((other) => other.name)
  const alike = mostSimilar(name, names, MIN_SIMILARITY)
  throw restErrors.noTable(`${schemaName}.${name}`, alike === undefined ? undefined : `${schemaName}.${alike}`)
}

/** The columns that a body fills. Throws for one that does not exist. */
export const findColumns = (table: Table, names: readonly string[]): Column[] =>
  names.map((name) => {
    const column = table.columns.get(name)
    if (column) return column
    throw restErrors.noColumn(table.name, name)
  })
