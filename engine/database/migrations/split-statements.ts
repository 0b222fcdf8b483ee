/** A statement of some SQL: its offsets, and its words in lower case without comments, texts and punctuation. */
export type SqlStatement = {
  start: number
  end: number
  words: string[]
  /** The offsets of the lines that follow a `COPY … FROM STDIN`; the `\.` that ends them is between `end` and `next`. */
  data?: { start: number; end: number; next: number }
  /** A line for psql, such as `\restrict`, instead of a statement. */
  command?: string
}

const TOKEN =
  /--[^\n]*|\/\*|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'[^']*'|"[^"]*"|(?<quote>\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)[\s\S]*?\k<quote>|(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)|(?<command>\\[^\r\n]*)|[^\s]/g

/**
 * Splits SQL into statements at semicolons, except those in a text, a comment, a quoted name or the body of a function,
 * whether that is quoted or `begin atomic … end`. A statement starts at its first word or sign. What pg_dump writes for
 * psql, the data of a COPY and lines that begin with a backslash, is told apart from SQL.
 */
export function statementsOf(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = []
  let current: SqlStatement | undefined
  let depth = 0
  const token = new RegExp(TOKEN)
  for (let found = token.exec(sql); found; found = token.exec(sql)) {
    const [whole] = found
    if (whole.startsWith('--')) continue
    if (whole === '/*') {
      token.lastIndex = endOfComment(sql, found.index)
      continue
    }
    if (found.groups?.command !== undefined) {
      if (current) statements.push(current)
      current = undefined
      statements.push({ start: found.index, end: token.lastIndex, words: [], command: whole.trimEnd() })
      continue
    }
    if (whole === ';' && depth === 0) {
      if (current && copiesFromStdin(current)) {
        current.data = dataAfter(sql, token.lastIndex)
        token.lastIndex = current.data.next
      }
      if (current) statements.push(current)
      current = undefined
      continue
    }
    current ??= { start: found.index, end: found.index, words: [] }
    current.end = token.lastIndex
    const word = found.groups?.word?.toLowerCase()
    if (word === undefined) continue
    depth = depthAfter(word, current.words.at(-1), depth)
    current.words.push(word)
  }
  if (current) statements.push(current)
  return statements
}

const copiesFromStdin = ({ words }: SqlStatement) =>
  words[0] === 'copy' && words.some((word, i) => word === 'stdin' && words[i - 1] === 'from')

/** The data of a COPY: the lines up to `\.`, or all where that is missing. */
function dataAfter(sql: string, semicolon: number): SqlStatement['data'] & object {
  const newline = sql.indexOf('\n', semicolon)
  const start = newline === -1 ? sql.length : newline + 1
  const mark = /^\\\.[ \t]*\r?$/gm
  mark.lastIndex = start
  const found = mark.exec(sql)
  return found ? { start, end: found.index, next: mark.lastIndex } : { start, end: sql.length, next: sql.length }
}

/** How many blocks are open in the unquoted body of a function after this word. */
function depthAfter(word: string, before: string | undefined, depth: number): number {
  if (word === 'atomic' && before === 'begin') return depth + 1
  if (depth === 0) return 0
  if (word === 'case') return depth + 1
  return word === 'end' ? depth - 1 : depth
}

/** The end of a comment; comments may be nested. */
function endOfComment(sql: string, start: number): number {
  const mark = /\/\*|\*\//g
  mark.lastIndex = start
  let open = 0
  for (let found = mark.exec(sql); found; found = mark.exec(sql)) {
    open += found[0] === '/*' ? 1 : -1
    if (open === 0) return mark.lastIndex
  }
  return sql.length
}
