/** A table as every spreadsheet opens it: with a mark of its encoding, and lines that end as RFC 4180 has them. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`

export const csvOf = (rows: readonly (readonly string[])[]): Blob => new Blob([csvText(rows)], { type: 'text/csv' })

/** How what a spreadsheet takes for a formula begins: it could send what stands beside it anywhere. */
const FORMULA = /^[=+\-@\t\r]/

/** What a spreadsheet would take for a formula begins with an apostrophe. */
export const cellOf = (value: string): string => {
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What was meant by a cell of a table that was saved here: without the apostrophe that made a formula a text. */
export const meantBy = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
