import { parseAmount } from '../../lib/typed-amount.ts'

/** Finds an ambiguous amount in a column, and the decimal mark that the other amounts give away. */
export function amountsIn(cells: readonly string[]): { example: string | undefined; decimalMark: ',' | undefined } {
  const example = cells.find((cell) => typeof parseAmount(cell) === 'object' && 'either' in Object(parseAmount(cell)))
  // If a column has 1.250,00 or 12,50, its 1.250 is over a thousand. A decimal point elsewhere proves less: 1.250 would
  // be an odd way to write 1.25, so the person is asked.
  const hasCommas = cells.some(
    (cell) => /\d,(?:\d{1,2}\D*|[-–—]+\D*)$/.test(cell) && typeof parseAmount(cell) === 'object',
  )
  const hasPoints = cells.some((cell) => /\d\.\d{1,2}\D*$/.test(cell) && typeof parseAmount(cell) === 'object')
  return { example, decimalMark: hasCommas && !hasPoints ? ',' : undefined }
}
