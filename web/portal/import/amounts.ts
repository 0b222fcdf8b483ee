import { typedAmount } from '../../lib/typed-amount.ts'

/** The amounts of a column that can be two things, and how it shows by the others which they are. */
export function amountsIn(cells: readonly string[]): { example: string | undefined; decimalMark: ',' | undefined } {
  const example = cells.find((cell) => typeof typedAmount(cell) === 'object' && 'either' in Object(typedAmount(cell)))
  // Who writes 1.250,00 or 12,50 means a thousand and more by 1.250. A point for the cents elsewhere proves less: 1.250 is
  // then an odd way to write 1.25, and it is asked.
  const hasCommas = cells.some(
    (cell) => /\d,(?:\d{1,2}\D*|[-–—]+\D*)$/.test(cell) && typeof typedAmount(cell) === 'object',
  )
  const hasPoints = cells.some((cell) => /\d\.\d{1,2}\D*$/.test(cell) && typeof typedAmount(cell) === 'object')
  return { example, decimalMark: hasCommas && !hasPoints ? ',' : undefined }
}
