import type { FileRow } from '../../../lib/table-file/records.ts'
import type { Column } from './column-part.ts'
import type { BrokenRow } from './raw-entry.ts'
import type { Table } from './sources/source.ts'

/**
 * Programs write as many cells as headings into every row. In a row with more cells, or one that ends before the password
 * although others are complete, the cells cannot be told apart.
 */
export function splitByWidth(
  { headings, rows }: Table,
  columns: readonly Column[],
  records: readonly FileRow[],
): { fit: Table; broken: BrokenRow[] } {
  const width = headings.findLastIndex((heading) => heading.trim() !== '') + 1
  const written = new Map(records.map(({ number, cells }) => [number, cells.length]))
  const widthOf = ({ number, cells }: FileRow) => Math.max(written.get(number) ?? 0, cells.length)
  const isAnyWhole = rows.some((row) => widthOf(row) >= width)
  const password = columns.findIndex(({ part }) => part === 'password')
  const isBroken = (row: FileRow) => row.cells.length > width || (isAnyWhole && widthOf(row) <= password)
  return {
    fit: { headings: headings.slice(0, width), rows: rows.filter((row) => !isBroken(row)) },
    broken: rows.filter(isBroken).map((row) => ({
      row: row.number,
      title: `Row ${row.number}`,
      problem: `It has ${widthOf(row) === 1 ? '1 cell' : `${widthOf(row)} cells`}, and the headings are ${width}.`,
    })),
  }
}
