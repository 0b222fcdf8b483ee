import { csvText, FORMULA, FORMULA_INSIDE } from './csv-text.ts'

export const csvBlob = (rows: readonly (readonly string[])[]): Blob => new Blob([csvText(rows)], { type: 'text/csv' })

/** Removes the apostrophes that an export has put before formulas. */
export function withoutFormulaEscape(cell: string): string {
  const whole = cell.replace(FORMULA_INSIDE, '$1')
  return whole.startsWith("'") && FORMULA.test(whole.slice(1)) ? whole.slice(1) : whole
}
