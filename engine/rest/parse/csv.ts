/** The rows of an RFC 4180 text, each a list of fields; undefined where a quote is never closed. */
export function parseCsv(text: string): string[][] | undefined {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const field = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at)
    if (!field) return undefined
    row.push(field.value)
    at = field.end
    if (text[at] === ',') {
      at++
      if (at === text.length) row.push('')
      continue
    }
    rows.push(row)
    row = []
    if (text.startsWith('\r\n', at)) at += 2
    else at++
  }
  if (row.length > 0) rows.push(row)
  return rows
}

function readPlain(text: string, at: number): { value: string; end: number } {
  let end = at
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && !text.startsWith('\r\n', end)) end++
  return { value: text.slice(at, end), end }
}

function readQuoted(text: string, at: number): { value: string; end: number } | undefined {
  let value = ''
  let from = at + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return undefined
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    from = quote + 2
  }
}
