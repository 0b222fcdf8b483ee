import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A Markdown table with the keys of the first row as its header. */
export function markdownTable(rows: readonly Record<string, string>[]): string {
  const head = Object.keys(rows[0] ?? {})
  const lines = [head, head.map(() => '---'), ...rows.map((row) => head.map((key) => row[key] ?? ''))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Writes text between `<!-- name -->` and `<!-- /name -->` in docs/performance-tables.md of the bench's package. */
export async function writeFigures(name: string, text: string): Promise<void> {
  const file = join(dirname(process.argv[1] ?? ''), '../docs/performance-tables.md')
  const page = await readFile(file, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${file} has no ${start} … ${end} to write between.`)
  await writeFile(file, `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`)
}
