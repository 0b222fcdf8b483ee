import Papa from 'papaparse'
import { meantBy } from '../../lib/csv.ts'
import { formatCount } from '../../lib/formats.ts'
import { decodeText } from './decode-text.ts'

/** As much as one import takes; the database holds to the rows, too (supabase/schemas/imports.sql). */
export const MOST_ROWS = 5000
export const MOST_MEGABYTES = 5

export type FileRow = {
  /** As a spreadsheet counts them: the headings are row 1. */
  number: number
  cells: readonly string[]
}

/** A table as it was found in a file. */
export type TableFile = { name: string; headings: readonly string[]; rows: readonly FileRow[] }

/** Why a file cannot be imported, in a sentence for whoever chose it. */
export class FileProblem extends Error {
  override name = 'FileProblem'
}

export async function readTable(file: File): Promise<TableFile> {
  if (file.size > MOST_MEGABYTES * 1024 * 1024) {
    throw new FileProblem(`“${file.name}” is larger than ${MOST_MEGABYTES} MB. Split it into several files.`)
  }
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FileProblem(`“${file.name}” could not be read. Choose it again.`)
  })
  return tableOf(file.name, new Uint8Array(bytes))
}

export function tableOf(name: string, bytes: Uint8Array): TableFile {
  const text = decodeText(bytes)
  if (text === undefined) throw new FileProblem(otherFile(name, bytes))
  const [headings, ...rows] = linesOf(text, name)
  if (!headings) throw new FileProblem(`“${name}” is empty.`)
  if (rows.length === 0) throw new FileProblem(`“${name}” has headings, and no rows below them.`)
  if (rows.length > MOST_ROWS) {
    throw new FileProblem(
      `“${name}” has ${formatCount(rows.length)} rows. At most ${formatCount(MOST_ROWS)} are imported at once: split it into several files.`,
    )
  }
  // Cells beyond the last heading are kept where one of the rows has something in them.
  const width = Math.max(...[headings, ...rows].map(({ cells }) => cells.length))
  return { name, headings: Array.from({ length: width }, (_, index) => headings.cells[index] ?? ''), rows }
}

/** What lies in the file, row by row, without rows that are empty and cells that are empty at the end of all. */
function linesOf(text: string, name: string): FileRow[] {
  // Excel takes such a line for how cells are parted, and shows it to nobody.
  const [said = '', delimiter = delimiterOf(text)] = /^sep=(.)\r?\n/.exec(text) ?? []
  const { data, errors } = Papa.parse<string[]>(text.slice(said.length), { delimiter })
  const open = errors.find(({ code }) => code === 'MissingQuotes')
  if (open) {
    throw new FileProblem(
      `“${name}” cannot be read from row ${(open.row ?? 0) + 1} on: a quotation mark opens there, and is never closed.`,
    )
  }
  return data
    .map((cells, index) => ({
      number: index + 1,
      cells: withoutEmptyEnd(cells.map((cell) => meantBy(cell).trim().replaceAll('\r\n', '\n'))),
    }))
    .filter(({ cells }) => cells.length > 0)
}

/** What parts the headings into the most: those of a table of two columns and three rows say more than the rows do. */
function delimiterOf(text: string): string {
  const head = text.trimStart()
  const columns = (delimiter: string) => Papa.parse<string[]>(head, { delimiter, preview: 1 }).data[0]?.length ?? 0
  return DELIMITERS.reduce<string>((best, one) => (columns(one) > columns(best) ? one : best), ',')
}

const DELIMITERS = [',', ';', '\t', '|'] as const

const withoutEmptyEnd = (cells: readonly string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/** Spreadsheets are archives, which begin with these two letters; older ones with the other two bytes. */
function otherFile(name: string, [first, second]: Uint8Array): string {
  const isSpreadsheet = (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf)
  return isSpreadsheet
    ? `“${name}” is a spreadsheet. Save it as CSV first, in Excel by “Save As”.`
    : `“${name}” is no table. Choose a CSV file.`
}
