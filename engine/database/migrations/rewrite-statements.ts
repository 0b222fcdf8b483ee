const SKIPPED = String.raw`--[^\n]*|/\*[\s\S]*?\*/|\b[eE]'(?:[^'\\]|\\[\s\S])*'|'[^']*'`
const BLOCK = String.raw`(?<opening>\bdo\s+(?:language\s+\w+\s+)?(?<tag>\$\w*\$))(?<body>[\s\S]*?)(?<closing>\k<tag>)`
const QUOTED = String.raw`(?<quote>\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\k<quote>`
/** What a block executes is SQL, too, where it stands there as one text, be it one that `format` fills in. */
const EXECUTED = String.raw`(?<execute>\bexecute\s+(?:format\s*\(\s*)?)(?:'(?<text>(?:[^']|'')*)'|(?<mark>\$(?:[A-Za-z_]\w*)?\$)(?<marked>[\s\S]*?)\k<mark>)`

type Found = Partial<Record<string, string>>

/**
 * Puts what `rewrite` says in place of whatever `pattern` finds in the statements of some SQL: in blocks (`do $$ … $$`) and
 * the texts that those execute too, but neither in functions nor in other texts and comments. `rewrite` gets the groups
 * that the pattern names.
 */
export function rewriteStatements(
  sql: string,
  pattern: string,
  rewrite: (whole: string, found: Found) => string,
): string {
  const tokens = new RegExp([EXECUTED, SKIPPED, BLOCK, QUOTED, `(?<wanted>${pattern})`].join('|'), 'gi')
  return sql.replaceAll(tokens, (whole: string, ...rest) => {
    const found: Found = rest.at(-1)
    const { execute, text, mark, marked, opening, body, closing, wanted } = found
    const rewritten = (inner: string) => rewriteStatements(inner, pattern, rewrite)
    if (text !== undefined) return `${execute}'${rewritten(text.replaceAll("''", "'")).replaceAll("'", "''")}'`
    if (marked !== undefined) return `${execute}${mark}${rewritten(marked)}${mark}`
    if (body !== undefined) return `${opening}${rewritten(body)}${closing}`
    return wanted === undefined ? whole : rewrite(whole, found)
  })
}
