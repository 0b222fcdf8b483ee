import { type Pipeline, PipelineParser, type Scope, Variables } from './expressions.ts'
import { type Action, TemplateError, type Token, tokenize } from './tokens.ts'
import { Escaped, entriesOf, isTruthy, textOf } from './values.ts'

export { escapeHtml } from './functions.ts'
export { escapedInContext } from './html-context.ts'

/** A parsed template in the notation of Go's html/template. Calling it fills in the values. */
export type Template = (values: TemplateValues, write: Write) => string

/** Escapes a value. `before` is what the template itself has written since the last value. */
export type Write = (text: string, before: string) => string

export type TemplateValues = { [name: string]: unknown }

/** For plain text, such as subjects and the text part of a mail. */
export const unescaped: Write = (text) => text

/**
 * Parses a template of a mail or a page, in the language of Go's text/template: `if`, `range` and `with` with `else`,
 * variables, pipelines, its functions, `define`, `template` and `block`. Throws for a mistake with the line of it, so that
 * it is found at the start and not in a mail. Values are escaped by `write`, unless `html`, `js` or `urlquery` did so.
 */
export function parseTemplate(source: string): Template {
  const parser = new TemplateParser(tokenize(source))
  const root = parser.whole()
  return (values, write) => {
    const output = new Output(write)
    root({ dot: values, variables: rootVariables(values) }, output)
    return output.text
  }
}

function rootVariables(value: unknown): Variables {
  const variables = new Variables()
  variables.declare('$', value)
  return variables
}

class Output {
  text = ''
  readonly #write: Write
  #before = 0

  constructor(write: Write) {
    this.#write = write
  }

  literal(text: string) {
    this.text += text
  }

  value(value: unknown) {
    const text = textOf(value)
    const before = this.text.slice(this.#before)
    const escaped = this.#write(text, before)
    this.text += value instanceof Escaped ? text : escaped
    this.#before = this.text.length
  }
}

/** Writes a part of the template. Returns how the innermost range ends early, if it does. */
type Part = (scope: Scope, output: Output) => 'break' | 'continue' | undefined

type Ending = { word: string; action: Action }

/** The variables that may be used at a place, and whether a range is around it. */
type Place = { known: ReadonlySet<string>; isInRange: boolean }

class TemplateParser {
  readonly #tokens: Token[]
  readonly #defined = new Map<string, Part>()
  /** The places that use templates, which may be defined behind them. */
  readonly #used: { name: string; action: Action }[] = []

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  whole(): Part {
    const { part, ending } = this.#list({ known: new Set(['$']), isInRange: false })
    if (ending) throw errorIn(ending.action, 'closes nothing')
    for (const { name, action } of this.#used) {
      if (!this.#defined.has(name)) throw errorIn(action, `there is no template ${JSON.stringify(name)}`)
    }
    return part
  }

  /** Takes tokens up to an `else` or `end`. */
  #list(place: Place): { part: Part; ending?: Ending } {
    const parts: Part[] = []
    let { known } = place
    for (let token = this.#tokens.shift(); token !== undefined; token = this.#tokens.shift()) {
      if (typeof token === 'string') {
        const text = token
        parts.push((_, output) => void output.literal(text))
        continue
      }
      const [word = ''] = /^\w*/.exec(token.action) ?? []
      if (word === 'else' || word === 'end') return { part: sequence(parts), ending: { word, action: token } }
      const own = word === 'define' ? this.#define(token) : this.#part(word, token, { ...place, known })
      if (!own) continue
      parts.push(own.part)
      if (own.declared) known = new Set([...known, ...own.declared])
    }
    return { part: sequence(parts) }
  }

  #part(word: string, action: Action, place: Place): { part: Part; declared?: readonly string[] } {
    switch (word) {
      case 'if':
      case 'with':
      case 'range':
        return { part: this.#block(word, action, 1, place) }
      case 'template':
      case 'block':
        return { part: this.#call(word, action, place) }
      case 'break':
      case 'continue':
        if (!place.isInRange) throw errorIn(action, 'is outside of a range')
        return { part: () => word }
    }
    const pipeline = new PipelineParser(action, 0, place.known).whole()
    const { names, value } = pipeline
    if (names.length > 1) throw errorIn(action, 'only a range has two variables')
    if (names.length === 0) return { part: (scope, output) => void output.value(value(scope)) }
    return { part: (scope) => void assign(pipeline, scope.variables, [value(scope)]), declared: names }
  }

  /** `skipped`: the words before the pipeline, as `else if`. */
  #block(word: 'if' | 'with' | 'range', action: Action, skipped: number, place: Place): Part {
    const pipeline = new PipelineParser(action, skipped, place.known).whole()
    const { names } = pipeline
    if (names.length > (word === 'range' ? 2 : 1)) throw errorIn(action, 'has too many variables')
    const within = { known: new Set([...place.known, ...names]), isInRange: place.isInRange || word === 'range' }
    const { part: then, ending } = this.#list(within)
    const otherwise = this.#otherwise(word, action, ending, { ...place, known: within.known })
    return blocks[word](pipeline, then, otherwise)
  }

  #otherwise(word: string, opening: Action, ending: Ending | undefined, place: Place): Part {
    if (!ending) throw errorIn(opening, 'has no {{ end }}')
    if (ending.word === 'end') return () => undefined
    const next = /^else\s+(if|with)\b/.exec(ending.action.action)?.[1]
    if ((next === 'if' || next === 'with') && next === word) return this.#block(next, ending.action, 2, place)
    if (ending.action.action !== 'else') throw errorIn(ending.action, `does not belong to ${word}`)
    const last = this.#list(place)
    if (last.ending?.word !== 'end') throw errorIn(last.ending?.action ?? opening, 'has no {{ end }}')
    return last.part
  }

  /** A `template`, or a `block`, which defines one unless another is defined. */
  #call(word: string, action: Action, { known }: Place): Part {
    const parser = new PipelineParser(action, 1, known)
    const name = parser.text()
    const { value } = parser.isEmpty ? { value: () => undefined } : parser.whole()
    if (word === 'block') this.#body(name, action)
    else this.#used.push({ name, action })
    return (scope, output) => {
      const dot = value(scope)
      return this.#defined.get(name)?.({ dot, variables: rootVariables(dot) }, output)
    }
  }

  #define(action: Action): undefined {
    this.#body(new PipelineParser(action, 1, new Set()).text(), action)
  }

  #body(name: string, action: Action) {
    const { part, ending } = this.#list({ known: new Set(['$']), isInRange: false })
    if (ending?.word !== 'end') throw errorIn(action, 'has no {{ end }}')
    this.#defined.set(name, part)
  }
}

const errorIn = ({ line, action }: Action, problem: string) => new TemplateError(line, action, problem)

const sequence =
  (parts: readonly Part[]): Part =>
  (scope, output) => {
    for (const part of parts) {
      const end = part(scope, output)
      if (end) return end
    }
    return undefined
  }

type Block = (pipeline: Pipeline, then: Part, otherwise: Part) => Part

const blocks: Readonly<Record<'if' | 'with' | 'range', Block>> = {
  if: (pipeline, then, otherwise) => (scope, output) => {
    const { inner, value } = entered(pipeline, scope)
    return (isTruthy(value) ? then : otherwise)(inner, output)
  },
  with: (pipeline, then, otherwise) => (scope, output) => {
    const { inner, value } = entered(pipeline, scope)
    return isTruthy(value) ? then({ ...inner, dot: value }, output) : otherwise(inner, output)
  },
  range: (pipeline, then, otherwise) => (scope, output) => {
    const entries = entriesOf(pipeline.value(scope))
    if (entries.length === 0) return otherwise(scope, output)
    for (const [key, item] of entries) {
      const inner = { dot: item, variables: new Variables(scope.variables) }
      assign(pipeline, inner.variables, pipeline.names.length > 1 ? [key, item] : [item])
      if (then(inner, output) === 'break') break
    }
    return undefined
  },
}

/** A block with the variables that its pipeline sets. */
function entered(pipeline: Pipeline, scope: Scope): { inner: Scope; value: unknown } {
  const inner = { ...scope, variables: new Variables(scope.variables) }
  const value = pipeline.value(scope)
  assign(pipeline, inner.variables, [value])
  return { inner, value }
}

function assign({ names, declares }: Pipeline, variables: Variables, values: readonly unknown[]) {
  for (const [at, name] of names.entries()) {
    if (declares) variables.declare(name, values[at])
    else variables.assign(name, values[at])
  }
}
