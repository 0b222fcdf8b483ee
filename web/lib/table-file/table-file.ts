import { withoutFormulaEscape } from '../csv.ts'
import { formatCount } from '../formats.ts'
import { delimiterOf } from './delimiter.ts'
import { FileProblem } from './file-problem.ts'
import { headingRow } from './heading-row.ts'
import { type DamagedRow, type FileRow, splitRecords } from './records.ts'

/** A table read from a file. */
export type TableFile = {
  name: string
  headings: readonly string[]
  rows: readonly FileRow[]
  /** Rows that cannot be read; the others can be imported without them. */
  damaged: readonly DamagedRow[]
  /** Lines outside the table: titles, notes and timestamps above the headings, between groups and below the rows. */
  passedOver: readonly FileRow[]
}

export type TableOptions = {
  mostRows: number
  /** Recognizes headings, to find them below an exporter's preamble. */
  isKnown?: (heading: string) => boolean
  /** Converts a cell; by default it is trimmed and loses the apostrophe before a formula. */
  meaning?: (cell: string) => string
}

/** Parses the rows of a text file, whatever they contain. */
export function parseRecords(name: string, text: string, isKnown: (heading: string) => boolean) {
  const { body, delimiter } = withoutDelimiterLine(text.replace(/\r\n?/g, '\n'))
  return splitRecords(name, body, delimiter ?? delimiterOf(body, isKnown))
}

/** Reads a table: the headings, and the rows below them that are not empty. */
export function parseTable(name: string, text: string, options: TableOptions): TableFile {
  const { isKnown = () => false, meaning = trimmedMeaning, mostRows } = options
  const { rows: read, damaged: open } = parseRecords(name, text, isKnown)
  const all = read
    .map(({ number, cells }) => ({ number, cells: withoutEmptyEnd(cells.map(meaning)), width: cells.length }))
    .filter(({ cells }) => cells.length > 0)
  const at = headingRow(all, isKnown)
  const headings = all[at]
  if (!headings) throw new FileProblem(open.length > 0 ? allOpen(name) : `“${name}” is empty.`)
  const [above] = open.filter(({ number }) => number < headings.number)
  if (above && !headings.cells.some(isKnown)) throw new FileProblem(openHeadings(name, above))
  const { below, between } = withoutRepeated(all.slice(at + 1), headings)
  const end = below.length - endingOf(below, headings.cells.length)
  const { rows, damaged } = sorted(below.slice(0, end), headings.cells.length)
  if (rows.length + damaged.length + open.length === 0) {
    throw new FileProblem(`“${name}” has column headings but no rows.`)
  }
  if (rows.length > mostRows) {
    throw new FileProblem(
      `“${name}” has ${formatCount(rows.length)} rows. At most ${formatCount(mostRows)} can be imported at once. Split it into several files.`,
    )
  }
  // Columns beyond the last heading are kept if many rows have content there.
  const width = Math.max(...[headings, ...rows].map(({ cells }) => cells.length))
  return {
    name,
    headings: Array.from({ length: width }, (_, index) => headings.cells[index] ?? ''),
    rows,
    damaged: [...damaged, ...open].toSorted((one, other) => one.number - other.number),
    passedOver: [...all.slice(0, at), ...between, ...below.slice(end)].map(({ number, cells }) => ({ number, cells })),
  }
}

const allOpen = (name: string) =>
  `Every line of “${name}” opens a quotation mark that is never closed. Close them, and choose the file again.`

/** The line below would be taken for the headings, and its row would be lost. */
const openHeadings = (name: string, { number }: DamagedRow) =>
  `Line ${number} of “${name}”, which should name the columns, opens a quotation mark that is never closed. Close it, and choose the file again.`

/** Removes a first line "sep=;", by which Excel knows the delimiter and which it does not show. */
function withoutDelimiterLine(text: string): { body: string; delimiter?: string } {
  const [line = '', delimiter] = /^\s*"?sep=(.|\\t)"?[,;\t ]*\n/i.exec(text) ?? []
  if (delimiter === undefined) return { body: text }
  return { body: text.slice(line.length), delimiter: delimiter === '\\t' ? '\t' : delimiter }
}

/**
 * Direction marks and zero-width blanks, which other programs put around numbers and addresses. A run of blanks is looked at
 * from its beginning only, so that long runs take no longer.
 */
const UNSEEN =
  /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]|^[\u200E\u200F\s]+|(?<![\u200E\u200F\s])[\u200E\u200F\s]+$/g

/** A text that programs write as a formula, so that Excel keeps the zeros at its beginning: ="0049". */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

function trimmedMeaning(cell: string): string {
  const bare = cell.replace(UNSEEN, '')
  const [, text] = TEXT_FORMULA.exec(bare) ?? []
  return (text?.replaceAll('""', '"') ?? withoutFormulaEscape(bare)).trim()
}

const withoutEmptyEnd = (cells: readonly string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

type WideRow = FileRow & { width: number }

/** Removes repeated headings: exports of boards repeat them for each group, below its name. */
function withoutRepeated(rows: readonly WideRow[], headings: WideRow): { below: WideRow[]; between: WideRow[] } {
  const isHeadings = (row: WideRow | undefined) => row?.cells.join('\n') === headings.cells.join('\n')
  const isBetween = rows.map((row, index) => isHeadings(row) || (row.cells.length === 1 && isHeadings(rows[index + 1])))
  return { below: rows.filter((_, index) => !isBetween[index]), between: rows.filter((_, index) => isBetween[index]) }
}

/**
 * The number of footer lines of a report: single cells below an empty line or from "Grand Totals" on, with its row count, time
 * and author.
 */
function endingOf(rows: readonly WideRow[], width: number): number {
  if (width < 3) return 0
  const last = rows.findLastIndex(({ cells }) => cells.length > 1)
  const [first, before] = [rows[last + 1], rows[last]]
  const isEnd = first && before && (first.number > before.number + 1 || TOTALS.test(first.cells[0] ?? ''))
  return isEnd ? rows.length - last - 1 : 0
}

const TOTALS = /^(?:grand |sub)?totals?\b/i

/** Separates readable rows from damaged ones, which have more or fewer cells than the headings. */
function sorted(rows: readonly WideRow[], width: number): { rows: FileRow[]; damaged: DamagedRow[] } {
  const tooLong = rows.filter(({ cells }) => cells.length > width)
  const hasMoreColumns = tooLong.length > rows.length / 2
  const isRegular = rows.filter((row) => row.width === width).length >= Math.max(2, rows.length * 0.9 - 2)
  const problems = rows.map((row, index) => {
    if (!hasMoreColumns && row.cells.length > width) {
      return `It has ${formatCount(row.cells.length)} cells, and the headings are ${formatCount(width)}.`
    }
    const isBroken =
      isRegular && [rows[index - 1], rows[index + 1]].some((other) => other && isOneRow(row, other, width))
    return isBroken ? 'A line break splits this row in two. Put the cell with the line break in quotation marks.' : ''
  })
  const plain = rows.map(({ number, cells }, index) => ({ number, cells, problem: problems[index] ?? '' }))
  return {
    rows: plain.filter(({ problem }) => problem === '').map(({ number, cells }) => ({ number, cells })),
    damaged: plain.filter(({ problem }) => problem !== ''),
  }
}

/** Whether two lines are one row that a line break in an unquoted cell has split. */
const isOneRow = (one: WideRow, other: WideRow, width: number) =>
  Math.abs(one.number - other.number) === 1 &&
  one.width < width &&
  other.width < width &&
  one.width + other.width === width + 1
