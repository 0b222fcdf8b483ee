/** A statement of some SQL: its offsets, and its words in lower case without comments, texts and punctuation. */
export type SqlStatement = { start: number; end: number; words: string[] }

const TOKEN =
  /--[^\n]*|\/\*|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'[^']*'|"[^"]*"|(?<quote>\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)[\s\S]*?\k<quote>|(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)|[^\s]/g

/**
 * Splits SQL into statements at semicolons, except those in a text, a comment, a quoted name or the body of a function,
 * whether that is quoted or `begin atomic … end`. A statement starts at its first word or sign.
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
    if (whole === ';' && depth === 0) {
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
