/** A table as every spreadsheet opens it: with a mark of its encoding, and lines that end as RFC 4180 has them. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`

export const csvOf = (rows: readonly (readonly string[])[]): Blob => new Blob([csvText(rows)], { type: 'text/csv' })

/** What a spreadsheet would take for a formula begins with an apostrophe: it could send what stands beside it anywhere. */
export const cellOf = (value: string): string => {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
