const SKIPPED = String.raw`--[^\n]*|/\*[\s\S]*?\*/|\b[eE]'(?:[^'\\]|\\[\s\S])*'|'[^']*'`
const BLOCK = String.raw`(?<opening>\bdo\s+(?:language\s+\w+\s+)?(?<tag>\$\w*\$))(?<body>[\s\S]*?)(?<closing>\k<tag>)`
const QUOTED = String.raw`(?<quote>\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\k<quote>`

type Found = Partial<Record<string, string>>

/**
 * Puts what `rewrite` says in place of whatever `pattern` finds in the statements of some SQL: in blocks (`do $$ … $$`) too, but
 * neither in functions nor in texts and comments. `rewrite` gets the groups that the pattern names.
 */
export function rewriteStatements(
  sql: string,
  pattern: string,
  rewrite: (whole: string, found: Found) => string,
): string {
  const tokens = new RegExp([SKIPPED, BLOCK, QUOTED, `(?<wanted>${pattern})`].join('|'), 'gi')
  return sql.replaceAll(tokens, (whole: string, ...rest) => {
    const found: Found = rest.at(-1)
    const { opening, body, closing, wanted } = found
    if (body !== undefined) return `${opening}${rewriteStatements(body, pattern, rewrite)}${closing}`
    return wanted === undefined ? whole : rewrite(whole, found)
  })
}
