import { csvText, FORMULA } from './csv-text.ts'

export const csvBlob = (rows: readonly (readonly string[])[]): Blob => new Blob([csvText(rows)], { type: 'text/csv' })

/** Removes the apostrophe that an export has put before a formula. */
export const withoutFormulaEscape = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
