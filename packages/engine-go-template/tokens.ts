/** A mistake in a template. The message names the line and the action. */
export class TemplateError extends Error {
  constructor(line: number, action: string, problem: string) {
    super(`line ${line}: {{ ${action} }}: ${problem}`)
  }
}

/** Text that is written as it is, or what is between `{{` and `}}`. */
export type Token = string | Action

export type Action = { action: string; line: number }

const ACTION =
  /\{\{(?<trimsBefore>-(?=\s))?\s*(?:\/\*[\s\S]*?\*\/|(?<action>(?:"(?:[^"\\]|\\.)*"|`[^`]*`|'(?:[^'\\]|\\.)*'|[^"'`}]|\}(?!\}))*?))\s*(?<trimsAfter>(?<=\s)-)?\}\}/g

/** Splits a template. Comments are left out, and so is the white space beside `{{-` and `-}}`. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  let rest = 0
  let trims = false
  const text = (end: number, trimsEnd: boolean) => {
    const piece = source.slice(rest, end)
    const begun = trims ? piece.trimStart() : piece
    tokens.push(trimsEnd ? begun.trimEnd() : begun)
  }
  for (const match of source.matchAll(ACTION)) {
    const { trimsBefore, action, trimsAfter } = match.groups ?? {}
    text(match.index, trimsBefore !== undefined)
    if (action !== undefined) tokens.push({ action, line: lineOf(source, match.index) })
    trims = trimsAfter !== undefined
    rest = match.index + match[0].length
  }
  text(source.length, false)
  const open = source.indexOf('{{', rest)
  if (open !== -1) throw new TemplateError(lineOf(source, open), source.slice(open + 2, open + 30).trim(), 'has no }}')
  return tokens
}

const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length

const WORD =
  /(?<space>\s*)(?:(?<text>"(?:[^"\\]|\\.)*"|`[^`]*`)|(?<letter>'(?:[^'\\]|\\.)+')|(?<number>[+-]?(?:0[xX][\da-fA-F]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)(?!\w))|(?<field>\.[\p{L}_][\p{L}\p{N}_]*)|(?<variable>\$[\p{L}\p{N}_]*)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<sign>:=|[=|(),.]))/uy

type Kind = 'text' | 'letter' | 'number' | 'field' | 'variable' | 'name' | 'sign'
const kinds: readonly Kind[] = ['text', 'letter', 'number', 'field', 'variable', 'name', 'sign']

/** A word of an action; `isJoined`: without white space before it. */
export type Word = { kind: Kind; text: string; isJoined: boolean }

/** The words of an action. */
export function wordsOf({ action, line }: Action): Word[] {
  const words: Word[] = []
  const pattern = new RegExp(WORD)
  while (action.slice(pattern.lastIndex).trim() !== '') {
    const at = pattern.lastIndex
    const groups = pattern.exec(action)?.groups
    const kind = groups && kinds.find((one) => groups[one] !== undefined)
    if (!kind) throw new TemplateError(line, action, `${action.slice(at).trim()} is not understood`)
    words.push({ kind, text: groups[kind] ?? '', isJoined: groups.space === '' && words.length > 0 })
  }
  return words
}
