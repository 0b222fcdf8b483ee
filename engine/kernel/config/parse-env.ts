import { ConfigError } from './environment-variables.ts'

/** Nothing, or a remark, up to the end of the line. */
const REST = String.raw`[^\S\n]*(?:#[^\n]*)?(?=\n|$)`
const SINGLE = String.raw`'(?<literal>(?:[^'\\]|\\[^])*)'${REST}`
const DOUBLE = String.raw`"(?<escaped>(?:[^"\\]|\\[^])*)"${REST}`
/** A `#` after a blank begins a remark; within a word it belongs to the value. */
const BARE = String.raw`(?![^\S\n]*['"])(?<bare>[^\n]*?)(?:[^\S\n]+#[^\n]*)?(?=\n|$)`
const VARIABLE = new RegExp(
  String.raw`(?:export[^\S\n]+)?(?<name>[\w.-]+)[^\S\n]*[=:][^\S\n]*(?:${SINGLE}|${DOUBLE}|${BARE})`,
  'y',
)
/** What stands between variables: blanks, remarks, the mark of a YAML document. */
const BETWEEN = /(?:\s|#[^\n]*|---(?=\n|$))*/y

/**
 * The variables of a .env file's text, in their order, read as the CLI does (godotenv), but whole where that damages a
 * value: before a remark with a second ` #`, with escaped quotes at its end, with `$(`. Throws `ConfigError`, which names
 * the `file`, where it cannot be read whole.
 */
export function parseEnv(text: string, file: string): Record<string, string> {
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const read: Record<string, string> = {}
  let at = endOf(BETWEEN, lines, 0)
  while (at < lines.length) {
    VARIABLE.lastIndex = at
    const { name, literal, escaped, bare = '' } = VARIABLE.exec(lines)?.groups ?? {}
    if (name === undefined) {
      const line = lines.slice(0, at).split('\n').length
      throw new ConfigError(`${file}: line ${line} should be NAME=value, and end where its quotes end.`)
    }
    read[name] = literal ?? expand(escaped === undefined ? bare.trim() : unescaped(escaped), read)
    at = endOf(BETWEEN, lines, VARIABLE.lastIndex)
  }
  return read
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  pattern.exec(text)
  return pattern.lastIndex
}

/** An escaped dollar sign stays one until variables are put in. */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', $: '\\$' }
const unescaped = (value: string) => value.replaceAll(/\\(.)/gs, (_, char: string) => ESCAPES[char] ?? char)

/** Replaces `$NAME` and `${NAME}` by variables that come earlier in the file; a backslash keeps the dollar sign. */
const expand = (value: string, earlier: Readonly<Record<string, string>>) =>
  value.replaceAll(/(\\)?\$(\{)?([A-Z0-9_]+)(?:\})?/g, (whole, escaped, _, name: string) =>
    escaped ? whole.slice(1) : (earlier[name] ?? ''),
  )
