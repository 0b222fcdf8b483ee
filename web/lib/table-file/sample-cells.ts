import type { TableFile } from './table-file.ts'

const MOST = 6

/** Sample cells by which a person recognizes the right code page: the first with non-ASCII letters. */
export function sampleCells({ headings, rows }: Pick<TableFile, 'headings' | 'rows'>): string[] {
  const found = new Set<string>()
  for (const cells of [headings, ...rows.map((row) => row.cells)]) {
    for (const cell of cells) if (/\P{ASCII}/u.test(cell)) found.add(cell.slice(0, 60))
    if (found.size >= MOST) break
  }
  return [...found].slice(0, MOST)
}
