import type { FileRow } from './records.ts'

const LINES_LOOKED_AT = 25
const LONGEST_HEADING = 80

/** Cells that are content rather than headings. */
const isContent = (cell: string) => /^[\d\s.,:/$€£+()%-]+$|@.+\.|^https?:/i.test(cell) || cell.length > LONGEST_HEADING

/**
 * The index of the line with the headings. Exporters write notes, a title or a timestamp above it, in lines with fewer
 * cells than the table. Known headings take precedence.
 */
export function headingRow(rows: readonly FileRow[], isKnown: (heading: string) => boolean): number {
  const looked = rows.slice(0, LINES_LOOKED_AT)
  const filled = looked.map(({ cells }) => cells.filter((cell) => cell.trim() !== ''))
  const known = filled.map((cells, index) => (index > 0 && cells.some(isContent) ? 0 : cells.filter(isKnown).length))
  const most = Math.max(...known)
  if (most > 1 || known[0] === 1) return known.indexOf(most)
  const usual = median(rows.slice(0, 200).map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length))
  const found = filled.findIndex((cells) => cells.length >= Math.max(2, usual / 2) && !cells.some(isContent))
  return Math.max(found, 0)
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
