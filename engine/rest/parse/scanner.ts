import { restErrors } from '../errors.ts'

/** A parse failure: its position, and the tokens that were expected there. */
class Unparsable {
  readonly at: number
  readonly details: string
  constructor(at: number, details: string) {
    this.at = at
    this.details = details
  }
}

/** A text with a reading position, shared by the grammars of a query string (docs/wire/rest.md#query-string). */
export class Scanner {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  get done(): boolean {
    return this.at >= this.text.length
  }

  get rest(): string {
    return this.text.slice(this.at)
  }

  isNext(literal: string): boolean {
    return this.text.startsWith(literal, this.at)
  }

  /** Consumes the literal if it comes next. */
  take(literal: string): boolean {
    if (!this.isNext(literal)) return false
    this.at += literal.length
    return true
  }

  expect(literal: string) {
    if (!this.take(literal)) this.fail(`"${literal}"`)
  }

  skipBlanks() {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at++
  }

  /** Matches a sticky pattern at the position and consumes it. */
  match(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.at
    const found = sticky.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  fail(expected: string): never {
    const found = this.text.codePointAt(this.at)
    const unexpected = found === undefined ? 'end of input' : `"${String.fromCodePoint(found)}"`
    throw new Unparsable(this.at, `unexpected ${unexpected} expecting ${expected}`)
  }
}

/** The deepest nesting of groups; each level costs stack here and in Postgres. */
export const MAX_NESTING = 100

/** Runs a grammar over a text; a parse failure becomes PGRST100 with this kind of text in its message. */
export function parseText<T>(kind: string, text: string, grammar: (scanner: Scanner) => T): T {
  try {
    return grammar(new Scanner(text))
  } catch (error) {
    if (error instanceof Unparsable) throw restErrors.unparsable(kind, text, error.at + 1, error.details)
    throw error
  }
}
