import type { TableFile } from '../../lib/table-file/table-file.ts'
import type { Field } from './import-kind.ts'

/** What has to be known of a field to find its column. */
export type ColumnField = Omit<Field, 'isDate' | 'isAmount' | 'isProse' | 'read'>

/** For each column of a file the field that it is; '' is none. */
export type Columns = readonly string[]

/** The columns once `index` is this field: whatever was it before is nothing now, unless several may be. */
export const withColumn = (columns: Columns, index: number, field: ColumnField | undefined): Columns =>
  columns.map((name, at) => {
    if (at === index) return field?.name ?? ''
    return field && !field.isJoined && name === field.name ? '' : name
  })

/** What a row cannot be without; what it is called comes first. */
export const requiredFields = (fields: readonly ColumnField[]) =>
  fields
    .filter(({ isRequired }) => isRequired)
    .toSorted((one, other) => Number(other.name === 'name') - Number(one.name === 'name'))

/** Those of them that no column is. */
export const missingFields = (columns: Columns, fields: readonly ColumnField[]) =>
  requiredFields(fields).filter(({ name }) => !columns.includes(name))

/** How a column is called where it has no heading: as spreadsheets call it. */
export function headingOf({ headings }: Pick<TableFile, 'headings'>, index: number): string {
  return headings[index] || `Column ${letterOf(index)}`
}

const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** The first things that stand in a column, to know it by. */
export const samplesOf = ({ rows }: Pick<TableFile, 'rows'>, index: number): string[] =>
  [...new Set(rows.slice(0, 200).flatMap(({ cells }) => cells[index] || []))].slice(0, 3)
