import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isSmoke } from './smoke-size.ts'

/** A Markdown table with the keys of the first row as its header. */
export function markdownTable(rows: readonly Record<string, string>[]): string {
  const head = Object.keys(rows[0] ?? {})
  const lines = [head, head.map(() => '---'), ...rows.map((row) => head.map((key) => row[key] ?? ''))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

type Rows = readonly Record<string, string>[]

/** Prints the rows as a table; with `write` they also go into docs/performance-tables.md. */
export async function report(name: string, rows: Rows, { write }: { write?: boolean | undefined }): Promise<void> {
  console.table(rows)
  if (write || isSmoke) await writeFigures(name, markdownTable(rows))
}

/**
 * Writes text between `<!-- name -->` and `<!-- /name -->` in docs/performance-tables.md of the bench's package. A smoke
 * run only checks that the place is there.
 */
export async function writeFigures(name: string, text: string): Promise<void> {
  const file = join(dirname(process.argv[1] ?? ''), '../docs/performance-tables.md')
  const page = await readFile(file, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${file} has no ${start} … ${end} to write between.`)
  if (!isSmoke) await writeFile(file, `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`)
}
