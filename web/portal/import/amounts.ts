import { parseAmount } from '../../lib/typed-amount.ts'

/** Finds an amount in a column that can be read in two ways, and the decimal mark that the other amounts give away. */
export function amountsIn(cells: readonly string[]): { example: string | undefined; decimalMark: ',' | undefined } {
  const example = cells.find((cell) => typeof parseAmount(cell) === 'object' && 'either' in Object(parseAmount(cell)))
  // A column with 1.250,00 or 12,50 means a thousand and more by 1.250. A decimal point elsewhere proves less: 1.250
  // would be an odd way to write 1.25, so the person is asked.
  const hasCommas = cells.some(
    (cell) => /\d,(?:\d{1,2}\D*|[-–—]+\D*)$/.test(cell) && typeof parseAmount(cell) === 'object',
  )
  const hasPoints = cells.some((cell) => /\d\.\d{1,2}\D*$/.test(cell) && typeof parseAmount(cell) === 'object')
  return { example, decimalMark: hasCommas && !hasPoints ? ',' : undefined }
}
