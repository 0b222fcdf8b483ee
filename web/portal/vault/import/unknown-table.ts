import { parseRecords, parseTable } from '../../../lib/table-file/table-file.ts'
import type { TextFile } from '../../../lib/table-file/text-file.ts'
import { type Columns, headingOf } from '../../import/columns.ts'
import { guessColumns } from '../../import/guess-columns.ts'
import { entryOfRow } from './column-part.ts'
import { fields, isFieldHeading } from './entry-columns.ts'
import type { BrokenRow } from './raw-entry.ts'
import { brokenRow, leftOutOf, MAX_ROWS, type Reading, sorted } from './reading.ts'
import type { Table } from './sources/source.ts'

export type UnknownTable = Table & { name: string; broken: readonly BrokenRow[]; passedOver: readonly number[] }

type NamedText = Pick<TextFile, 'name' | 'text'>

/** The table of an unknown program. Only a person can tell whether its first row is an entry. */
export function readUnknownTable({ name, text }: NamedText, hasHeadings: boolean): UnknownTable {
  if (!hasHeadings) {
    const { rows: records, damaged } = parseRecords(name, text, isFieldHeading)
    const rows = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    const width = Math.max(...rows.map(({ cells }) => cells.length))
    return { name, headings: Array<string>(width).fill(''), rows, broken: damaged.map(brokenRow), passedOver: [] }
  }
  const { damaged, passedOver, ...table } = parseTable(name, text, {
    mostRows: MAX_ROWS,
    isKnown: isFieldHeading,
    meaning: (cell) => cell,
  })
  return { ...table, broken: damaged.map(brokenRow), passedOver: passedOver.map(({ number }) => number) }
}

/** Headings are words; web addresses occur in entries only. */
export const seemsToHaveHeadings = ({ headings }: Table) =>
  headings.some(isFieldHeading) || !headings.some((cell) => /@|:\/\//.test(cell))

/** Columns without a guess go into the notes, so that nothing is lost. */
export const guessUnknownColumns = (table: Table): Columns =>
  guessColumns(table, fields).columns.map((name) => (name === '' ? 'notes' : name))

/** Assigns a field to a column. The column that had the field before goes into the notes. */
export function withDisplaced(before: Columns, after: Columns): Columns {
  const changed = after.filter((name, index) => name !== before[index]).length
  return after.map((name, index) => (changed > 1 && name === '' && before[index] !== '' ? 'notes' : name))
}

export function readingOfUnknown(table: UnknownTable, chosen: Columns): Reading {
  const columns = chosen.map((name, index) => {
    const part = fields.find((field) => field.name === name)?.name ?? 'nothing'
    const heading = headingOf(table, index)
    return { part, label: part === 'notes' && isFieldHeading(heading) ? '' : heading }
  })
  return {
    source: undefined,
    candidates: sorted(
      table.rows.map(({ number, cells }) => entryOfRow(number, cells, columns)),
      table.broken,
    ),
    leftOut: leftOutOf(table, columns),
    passedOver: table.passedOver,
  }
}
