import type { TableFile } from '../../lib/table-file/table-file.ts'
import type { Field } from './import-kind.ts'

/** What has to be known of a field to find its column. */
export type ColumnField = Omit<Field, 'isDate' | 'read'>

/** For each column of a file the field that it is; '' is none. */
export type Columns = readonly string[]

/** Which column is what, by its heading, or else by what stands in it. Whoever imports may say otherwise. */
export function guessedColumns(
  { headings, rows }: Pick<TableFile, 'headings' | 'rows'>,
  fields: readonly ColumnField[],
): Columns {
  const found = new Map<number, string>()
  const isFree = (field: ColumnField) => field.isJoined === true || ![...found.values()].includes(field.name)
  const give = (isMeant: (index: number, field: ColumnField) => boolean) => {
    for (const field of fields) {
      for (const index of headings.keys()) {
        if (!found.has(index) && isFree(field) && isMeant(index, field)) found.set(index, field.name)
      }
    }
  }
  const names = headings.map(plain)
  const cellsOf = (index: number) => rows.slice(0, 100).flatMap(({ cells }) => cells[index] || [])

  // Whole headings first: "Client Email" is an address, though "Client" stands in it.
  give((index, field) => namesOf(field).some((name) => name === names[index]))
  give((index, field) => !field.isJoined && namesOf(field).some((name) => ` ${names[index]} `.includes(` ${name} `)))
  give((index, { looksLike }) => {
    const cells = looksLike ? cellsOf(index) : []
    return cells.length > 0 && cells.filter((cell) => looksLike?.(cell)).length > cells.length / 2
  })
  return headings.map((_, index) => found.get(index) ?? '')
}

/** Whether one of these fields is called so. */
export const isHeadingOf = (fields: readonly ColumnField[], heading: string) =>
  fields.some((field) => namesOf(field).includes(plain(heading)))

const namesOf = ({ label, alsoCalled }: ColumnField) => [plain(label), ...alsoCalled]

/** 'E-Mail:', 'e mail' and 'É-mail' are one. */
const plain = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

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
