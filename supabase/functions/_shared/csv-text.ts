/** Formats a table as CSV that every spreadsheet opens: with a byte order mark, and CRLF as in RFC 4180. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`

/** Cells that a spreadsheet would run as a formula, which could send neighboring cells to another server. */
export const FORMULA = /^[=+\-@\t\r]/

/** Puts an apostrophe before a cell that a spreadsheet would run as a formula. */
export const csvCell = (value: string): string => {
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
