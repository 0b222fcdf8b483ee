import type { Field, JsonStep } from './query.ts'
import { MAX_NESTING, type Scanner } from './scanner.ts'

const UNQUOTED_NAME = /[\p{L}0-9_ $]+/uy
const JSON_KEY = /[^(\-:.,>)]+/y
const INDEX = /-?[0-9]+(?=->|::|[.,)]|$)/y
const NAME = 'field name (* or [a..z0..9_$])'

/**
 * Reads a column or relation name: `"anything"`, or words that may be joined by dashes
 * (docs/wire/rest.md#query-string).
 */
export const readName = (scanner: Scanner): string =>
  scanner.isNext('"') ? readQuoted(scanner) : readDashed(scanner, UNQUOTED_NAME, NAME)

/** Reads the type of a cast: letters, digits, `_`, `$` and spaces. */
export function readWord(scanner: Scanner): string {
  return (scanner.match(UNQUOTED_NAME) ?? scanner.fail('letter or digit')).trim()
}

/** Reads a column with an optional JSON path, as `data->tags->>0`. */
export function readField(scanner: Scanner): Field {
  scanner.skipBlanks()
  const name = readName(scanner)
  const path = readJsonPath(scanner)
  scanner.skipBlanks()
  return { name, path }
}

export function readJsonPath(scanner: Scanner): readonly JsonStep[] {
  if (!scanner.isNext('->')) return none
  const path: JsonStep[] = []
  while (scanner.take('->')) {
    if (path.length > MAX_NESTING) scanner.fail('a shorter path')
    const asText = scanner.take('>')
    const index = scanner.match(INDEX)
    path.push({ asText, ...(index === undefined ? { key: readJsonKey(scanner) } : { index }) })
  }
  return path
}

const none: readonly JsonStep[] = []

const readJsonKey = (scanner: Scanner): string =>
  scanner.isNext('"')
    ? readQuoted(scanner)
    : readDashed(scanner, JSON_KEY, 'any non reserved character different from: .,>()')

function readDashed(scanner: Scanner, word: RegExp, expected: string): string {
  let name = (scanner.match(word) ?? scanner.fail(expected)).trim()
  while (scanner.isNext('-') && !scanner.isNext('->')) {
    scanner.at++
    name += `-${(scanner.match(word) ?? scanner.fail(expected)).trim()}`
  }
  return name
}

/** Reads `"…"`, in which a backslash escapes the next character. */
export function readQuoted(scanner: Scanner): string {
  const start = ++scanner.at
  const { text } = scanner
  let end = start
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  scanner.at = Math.min(end, text.length)
  const content = text.slice(start, scanner.at)
  scanner.expect('"')
  return content.includes('\\') ? content.replace(/\\(.)/gsu, '$1') : content
}
