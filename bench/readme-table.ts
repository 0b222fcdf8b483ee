import { readFile, writeFile } from 'node:fs/promises'

/** A Markdown table with the keys of the first row as its head. */
export function markdownTable(rows: readonly Record<string, string>[]): string {
  const head = Object.keys(rows[0] ?? {})
  const lines = [head, head.map(() => '---'), ...rows.map((row) => head.map((key) => row[key] ?? ''))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Puts text between `<!-- name -->` and `<!-- /name -->` of the README. */
export async function writeIntoReadme(name: string, text: string): Promise<void> {
  const file = new URL('../README.md', import.meta.url)
  const readme = await readFile(file, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The README has no ${start} … ${end} to write between.`)
  await writeFile(file, `${readme.slice(0, from + start.length)}\n\n${text}\n\n${readme.slice(to)}`)
}
