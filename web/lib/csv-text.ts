/** Formats a table as CSV that every spreadsheet opens: with a byte order mark, and CRLF as in RFC 4180. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`

/** Cells that a spreadsheet would run as a formula, which could send neighboring cells to another server. */
export const FORMULA = /^[=+\-@\t\r]/

/**
 * The places before formulas within a cell, with or without an apostrophe. A spreadsheet in whose country semicolons separate
 * the cells begins a cell after each of them, often within quotation marks too. Tabs separate them in others. The smiley ";-)"
 * is no formula.
 */
export const FORMULA_INSIDE = /([;\t])'?(?=[=+@]|-(?!\)))/g

/** Puts an apostrophe before what a spreadsheet would run as a formula. */
export const csvCell = (value: string): string => {
  const disarmed = value.replace(FORMULA_INSIDE, "$1'")
  const text = FORMULA.test(value) ? `'${disarmed}` : disarmed
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
