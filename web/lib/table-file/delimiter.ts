import Papa from 'papaparse'

const DELIMITERS = [',', ';', '\t', '|'] as const
const LINES_LOOKED_AT = 50

/**
 * What parts the cells: what parts one of the first lines into headings that are known, or else what parts the most lines
 * into as many cells as one of the first lines has, which names the columns.
 */
export function delimiterOf(text: string, isKnown: (heading: string) => boolean): string {
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, score: scoreOf(text, delimiter, isKnown) }))
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

function scoreOf(text: string, delimiter: string, isKnown: (heading: string) => boolean): number {
  const { data } = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: LINES_LOOKED_AT })
  const lines = data.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const scores = lines.slice(0, 25).map((cells, index) => {
    const known = cells.filter(isKnown).length
    const below = lines.slice(index + 1)
    const alike = below.filter((other) => other.length === cells.length).length
    const regularity = (Math.log2(cells.length) * (alike + 1)) / (below.length + 1)
    // Titles above the headings are the exception, and texts with as many commas in each row are not.
    return regularity * (index === 0 ? 1 : 0.4) + (known > 1 ? known : 0)
  })
  return Math.max(...scores, 0)
}
