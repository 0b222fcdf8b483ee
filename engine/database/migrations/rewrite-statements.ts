const SKIPPED = String.raw`--[^\n]*|/\*[\s\S]*?\*/|\b[eE]'(?:[^'\\]|\\[\s\S])*'|'[^']*'`
const BLOCK = String.raw`(?<opening>\bdo\s+(?:language\s+\w+\s+)?(?<tag>\$\w*\$))(?<body>[\s\S]*?)(?<closing>\k<tag>)`
const QUOTED = String.raw`(?<quote>\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\k<quote>`
/** The text of an `execute` in a block, including one that `format` fills in, is SQL too. */
const EXECUTED = String.raw`(?<execute>\bexecute\s+(?:format\s*\(\s*)?)(?:'(?<text>(?:[^']|'')*)'|(?<mark>\$(?:[A-Za-z_]\w*)?\$)(?<marked>[\s\S]*?)\k<mark>)`

type MatchedGroups = Partial<Record<string, string>>

/**
 * Replaces each match of `pattern` in the statements of some SQL by the result of `rewrite`. It also replaces inside
 * blocks (`do $$ … $$`) and the texts that those execute, but not inside functions, other texts or comments. `rewrite`
 * gets the named groups of the pattern.
 */
export function rewriteStatements(
  sql: string,
  pattern: string,
  rewrite: (whole: string, found: MatchedGroups) => string,
): string {
  const tokens = new RegExp([EXECUTED, SKIPPED, BLOCK, QUOTED, `(?<wanted>${pattern})`].join('|'), 'gi')
  return sql.replaceAll(tokens, (whole: string, ...rest) => {
    const found: MatchedGroups = rest.at(-1)
    const { execute, text, mark, marked, opening, body, closing, wanted } = found
    const rewritten = (inner: string) => rewriteStatements(inner, pattern, rewrite)
    if (text !== undefined) return `${execute}'${rewritten(text.replaceAll("''", "'")).replaceAll("'", "''")}'`
    if (marked !== undefined) return `${execute}${mark}${rewritten(marked)}${mark}`
    if (body !== undefined) return `${opening}${rewritten(body)}${closing}`
    return wanted === undefined ? whole : rewrite(whole, found)
  })
}
