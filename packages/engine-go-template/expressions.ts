import { functions } from './functions.ts'
import { type Action, TemplateError, type Word, wordsOf } from './tokens.ts'
import { isTruthy, property } from './values.ts'

/** The values of one run: `.`, `$` and the variables that are declared so far, by name. */
export type Scope = { dot: unknown; variables: Variables }

/** Variables of a block, and those of the blocks around it. */
export class Variables {
  readonly #own = new Map<string, unknown>()
  readonly #outer: Variables | undefined

  constructor(outer?: Variables) {
    this.#outer = outer
  }

  get(name: string): unknown {
    return this.#own.has(name) ? this.#own.get(name) : this.#outer?.get(name)
  }

  declare(name: string, value: unknown) {
    this.#own.set(name, value)
  }

  assign(name: string, value: unknown) {
    if (this.#own.has(name)) this.#own.set(name, value)
    else this.#outer?.assign(name, value)
  }
}

export type Expression = (scope: Scope) => unknown

/** A pipeline, and the variables that it sets. */
export type Pipeline = { value: Expression; names: readonly string[]; declares: boolean }

/** Reads the pipeline of one action: `$name := index .Data "key" | printf "%s!"`. */
export class PipelineParser {
  readonly #action: Action
  readonly #words: Word[]
  readonly #known: ReadonlySet<string>

  /** `known`: the variables that may be used. `skipped`: how many words are the keyword before the pipeline. */
  constructor(action: Action, skipped: number, known: ReadonlySet<string>) {
    this.#action = action
    this.#words = wordsOf(action).slice(skipped)
    this.#known = known
  }

  get isEmpty(): boolean {
    return this.#words.length === 0
  }

  whole(): Pipeline {
    const { names, sign } = this.#target()
    const value = this.#pipeline()
    if (this.#words.length > 0) throw this.#error(`${this.#words[0]?.text} is one too many`)
    return { value, names, declares: sign === ':=' }
  }

  /** Takes a text in quotes, the name of another template. */
  text(): string {
    const word = this.#words.shift()
    if (word?.kind !== 'text') throw this.#error('the name in quotes is missing')
    return literalText(word.text)
  }

  #target(): { names: string[]; sign?: string } {
    const sign = this.#words.findIndex(({ text, kind }) => kind === 'sign' && (text === ':=' || text === '='))
    if (sign === -1) return { names: [] }
    const target = this.#words.splice(0, sign + 1)
    const names = target.filter(({ kind }) => kind === 'variable').map(({ text }) => text)
    const isList = target
      .slice(0, -1)
      .every(({ kind, text }, at) => (at % 2 === 0 ? kind === 'variable' : text === ','))
    const { text = '' } = target.at(-1) ?? {}
    if (!isList || names.length === 0) throw this.#error(`only variables can be before ${text}`)
    if (text === '=') for (const name of names) this.#require(name)
    return { names, sign: text }
  }

  #pipeline(): Expression {
    let value = this.#command()
    while (this.#words[0]?.text === '|' && this.#words[0].kind === 'sign') {
      this.#words.shift()
      value = this.#command(value)
    }
    return value
  }

  /** `last` is the value of the command before, which becomes the last argument. */
  #command(last?: Expression): Expression {
    const [first] = this.#words
    if (first?.kind === 'name' && !Object.hasOwn(constants, first.text)) {
      this.#words.shift()
      return this.#call(first.text, [...this.#operands(), ...(last ? [last] : [])])
    }
    const [value, ...others] = this.#operands()
    if (!value) throw this.#error('a value is missing')
    if (last || others.length > 0) throw this.#error('only a function takes arguments')
    return value
  }

  #call(name: string, args: readonly Expression[]): Expression {
    // The arguments after the one that decides are not evaluated.
    if (name === 'and') return this.#decided(args, (value) => !isTruthy(value))
    if (name === 'or') return this.#decided(args, isTruthy)
    const called = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (!called) throw this.#error(`there is no function ${name}`)
    const [fewest, most] = called.takes
    if (args.length < fewest || args.length > most) throw this.#error(`${name} takes another number of arguments`)
    return (scope) => called.call(args.map((arg) => arg(scope)))
  }

  #decided(args: readonly Expression[], decides: (value: unknown) => boolean): Expression {
    if (args.length === 0) throw this.#error('arguments are missing')
    return (scope) => {
      let value: unknown
      for (const arg of args) {
        value = arg(scope)
        if (decides(value)) break
      }
      return value
    }
  }

  #operands(): Expression[] {
    const operands: Expression[] = []
    for (let word = this.#words[0]; word && !/^[|)]$/.test(word.text); word = this.#words[0]) {
      operands.push(this.#operand())
    }
    return operands
  }

  #operand(): Expression {
    const base = this.#base()
    const path: string[] = []
    while (this.#words[0]?.kind === 'field' && this.#words[0].isJoined)
      path.push(this.#words.shift()?.text.slice(1) ?? '')
    return path.length === 0 ? base : (scope) => path.reduce(property, base(scope))
  }

  #base(): Expression {
    const word = this.#words.shift()
    switch (word?.kind) {
      case 'field': {
        const name = word.text.slice(1)
        return ({ dot }) => property(dot, name)
      }
      case 'variable': {
        const name = word.text
        this.#require(name)
        return ({ variables }) => variables.get(name)
      }
      case 'text':
      case 'letter':
      case 'number':
        return constant(literal(word))
      case 'name':
        return Object.hasOwn(constants, word.text) ? constant(constants[word.text]) : this.#call(word.text, [])
      case 'sign':
        if (word.text === '.') return ({ dot }) => dot
        if (word.text === '(') return this.#parenthesized()
    }
    throw this.#error(word ? `${word.text} is not expected there` : 'a value is missing')
  }

  #parenthesized(): Expression {
    const value = this.#pipeline()
    if (this.#words.shift()?.text !== ')') throw this.#error('a ) is missing')
    return value
  }

  #require(name: string) {
    if (!this.#known.has(name)) throw this.#error(`there is no variable ${name}`)
  }

  #error(problem: string) {
    return new TemplateError(this.#action.line, this.#action.action, problem)
  }
}

const constants: Readonly<Record<string, unknown>> = { true: true, false: false, nil: null }

const constant = (value: unknown) => () => value

function literal({ kind, text }: Word): unknown {
  if (kind === 'text') return literalText(text)
  return kind === 'letter' ? literalText(text).codePointAt(0) : Number(text.replaceAll('_', ''))
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' }

function literalText(quoted: string): string {
  const inside = quoted.slice(1, -1)
  if (quoted.startsWith('`')) return inside
  return inside.replaceAll(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/g, (_, x, u, U, letter) =>
    letter === undefined ? String.fromCodePoint(Number.parseInt(x ?? u ?? U, 16)) : (escapes[letter] ?? letter),
  )
}
