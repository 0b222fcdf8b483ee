import Papa from 'papaparse'

const DELIMITERS = [',', ';', '\t', '|'] as const
const LINES_LOOKED_AT = 50

/**
 * Guesses the delimiter: one that splits an early line into known headings, or else the one by which the most lines
 * have as many cells as an early line, which has the headings.
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
    // Titles above the headings are rare, and so are texts with the same number of commas in each row, so both lower
    // the score.
    return regularity * (index === 0 ? 1 : 0.4) + (known > 1 ? known : 0)
  })
  return Math.max(...scores, 0)
}
