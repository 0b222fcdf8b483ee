import type { TableFile } from '../../lib/table-file/table-file.ts'
import type { Field } from './import-kind.ts'

/** The part of a field that is needed to find its column in a file. */
export type ColumnField = Omit<Field, 'isDate' | 'isAmount' | 'isProse' | 'read'>

/** The assigned field of each column of the file; '' means that the column is not imported. */
export type Columns = readonly string[]

/**
 * Assigns a field to a column of the file. The column that had the field loses it, unless several columns may have it.
 */
export const withColumn = (columns: Columns, index: number, field: ColumnField | undefined): Columns =>
  columns.map((name, at) => {
    if (at === index) return field?.name ?? ''
    return field && !field.isJoined && name === field.name ? '' : name
  })

/** The fields that every imported row needs; the name comes first. */
export const requiredFields = (fields: readonly ColumnField[]) =>
  fields
    .filter(({ isRequired }) => isRequired)
    .toSorted((one, other) => Number(other.name === 'name') - Number(one.name === 'name'))

/** The required fields that no column is assigned to. */
export const missingFields = (columns: Columns, fields: readonly ColumnField[]) =>
  requiredFields(fields).filter(({ name }) => !columns.includes(name))

/** The heading of a column; a column without one is called by its letter, as in spreadsheets. */
export function headingOf({ headings }: Pick<TableFile, 'headings'>, index: number): string {
  return headings[index] || `Column ${letterOf(index)}`
}

const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** The first values of a column, by which people recognize it. */
export const samplesOf = ({ rows }: Pick<TableFile, 'rows'>, index: number): string[] =>
  [...new Set(rows.slice(0, 200).flatMap(({ cells }) => cells[index] || []))].slice(0, 3)
