import Papa from 'papaparse'
import { FileProblem } from './file-problem.ts'

/**
 * A row of a file, which spans several lines if a cell has line breaks; `number` is the row number in a spreadsheet.
 */
export type FileRow = { number: number; cells: readonly string[] }

/** A row that cannot be read, and why. */
export type DamagedRow = FileRow & { problem: string }

const MAX_DAMAGED = 100

/**
 * Splits a text into rows. If a quotation mark is never closed, its row is damaged and the next line starts anew, so
 * that it does not swallow the rows below.
 */
export function splitRecords(
  name: string,
  text: string,
  delimiter: string,
): { rows: FileRow[]; damaged: DamagedRow[] } {
  const rows: FileRow[] = []
  const damaged: DamagedRow[] = []
  let number = 1
  let rest = withoutBlanksBeforeQuotes(text, delimiter)
  for (;;) {
    const { data, errors } = Papa.parse<string[]>(rest, { delimiter, newline: '\n' })
    const open = errors.find((error) => opensForGood(error, data))
    const whole = open ? data.slice(0, open.row) : data
    for (const [index, cells] of whole.entries()) rows.push({ number: number + index, cells })
    if (!open) return { rows, damaged }
    if (damaged.length === MAX_DAMAGED) {
      throw new FileProblem(`“${name}” has more than ${MAX_DAMAGED} lines with an unclosed quotation mark.`)
    }
    number += whole.length
    const end = endOfLine(rest, open.index ?? 0)
    const line = rest.slice(0, end).slice(rest.lastIndexOf('\n', (open.index ?? 0) - 1) + 1)
    const problem = 'A quotation mark is opened here but never closed.'
    damaged.push({ number, cells: line.split(delimiter), problem })
    number += 1
    rest = rest.slice(end + 1)
    if (rest === '') return { rows, damaged }
  }
}

/**
 * Removes the blanks that some programs write between the delimiter and a quotation mark: `"Ann", "Bay, Sons"`. The mark would
 * count as a sign of the cell. Other files have few such lines, in the text of quoted cells.
 */
function withoutBlanksBeforeQuotes(text: string, delimiter: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const shown = lines.filter((line) => line.includes(`"${delimiter} "`))
  if (shown.length <= lines.length / 2) return text
  const sign = `\\u{${delimiter.codePointAt(0)?.toString(16)}}`
  // Each quoted cell is matched as a whole, so that nothing changes within one.
  const cell = new RegExp(`(^|\\n|${sign}) *("[^"]*(?:""[^"]*)*")(?= *(?:$|\\n|${sign}))`, 'gu')
  return text.replace(cell, '$1$2')
}

/**
 * Whether a quotation mark is never closed. One that seems to close lines later, where another cell opens, is not closed
 * either.
 */
function opensForGood({ code, row = 0 }: Papa.ParseError, data: readonly (readonly string[])[]): boolean {
  if (code === 'MissingQuotes') return true
  return code === 'InvalidQuotes' && (data[row]?.some((cell) => /\n.*"/s.test(cell)) ?? false)
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
