/** A parsed template in the notation of Go's html/template. Calling it fills in the values. */
export type Template = (values: TemplateValues, write: (text: string) => string) => string

export type TemplateValues = { [name: string]: unknown }

type Part = string | { path: Path; inScript: boolean } | Block

type Block = { each: boolean; of: Path; then: Part[]; otherwise: Part[] }

type Path = readonly string[]

/**
 * Parses a template of a mail or a page: `{{ .Email }}`, `{{ .Data.name }}`, `{{ if .Data.name }} … {{ else }} … {{ end
 * }}`, `{{ range .links }} … {{ .url }} … {{ end }}`, and `{{ js .name }}` for an object in a script or in JSON, or
 * inside a string there; with the whitespace trimming of `{{-` and `-}}`. Throws for any other action, so that a
 * mistake is found at the start and not in a mail. Filled-in values are escaped by `write`, except those for scripts.
 */
export function parseTemplate(source: string): Template {
  const tokens = tokenize(source)
  const parts = parseParts(tokens, [])
  return (values, write) => fill(parts, values, write)
}

type Token = string | { action: string }

function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  let rest = 0
  for (const match of source.matchAll(/(?:\s*\{\{-\s+|\{\{\s*)(.*?)(?:\s+-\}\}\s*|\s*\}\})/gs)) {
    tokens.push(source.slice(rest, match.index), { action: match[1] ?? '' })
    rest = match.index + match[0].length
  }
  tokens.push(source.slice(rest))
  return tokens
}

/** Takes tokens up to one of the given ends. The end is taken too, but is not part of the result. */
function parseParts(tokens: Token[], ends: readonly string[], met: { end?: string } = {}): Part[] {
  const parts: Part[] = []
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (typeof token === 'string') {
      parts.push(token)
    } else if (ends.includes(token.action)) {
      met.end = token.action
      return parts
    } else if (!token.action.startsWith('/*')) {
      parts.push(parseAction(token.action, tokens))
    }
  }
  if (ends.length > 0) throw new Error('an {{ if }} or a {{ range }} has no {{ end }}')
  return parts
}

function parseAction(action: string, tokens: Token[]): Part {
  const [, word, name = ''] = /^(?:(\w+)\s+)?(\S*)$/.exec(action) ?? []
  const path = pathOf(name)
  if (path && (word === undefined || word === 'js')) return { path, inScript: word === 'js' }
  if (!path || (word !== 'if' && word !== 'range')) throw new Error(`{{ ${action} }} is not supported`)
  const met: { end?: string } = {}
  const then = parseParts(tokens, ['else', 'end'], met)
  const otherwise = met.end === 'else' ? parseParts(tokens, ['end']) : []
  return { each: word === 'range', of: path, then, otherwise }
}

function pathOf(text: string): Path | undefined {
  if (text === '.') return []
  return /^(\.\w+)+$/.test(text) ? text.slice(1).split('.') : undefined
}

/** Inside `{{ range }}` the values are those of the item. */
function fill(parts: Part[], values: unknown, write: (text: string) => string): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      if ('path' in part) {
        const value = lookUp(values, part.path)
        return part.inScript ? scriptLiteral(value) : write(textOf(value))
      }
      const value = lookUp(values, part.of)
      if (!isTruthy(value)) return fill(part.otherwise, values, write)
      if (!part.each) return fill(part.then, values, write)
      return (Array.isArray(value) ? value : [value]).map((item) => fill(part.then, item, write)).join('')
    })
    .join('')
}

function lookUp(values: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    values,
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isTruthy = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

const textOf = (value: unknown) =>
  value === undefined || value === null ? '' : isObject(value) ? JSON.stringify(value) : String(value)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

/** Escapes text for HTML and its quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** The inside of a string in JSON or a script, or a whole object; it cannot close the script element around it. */
const scriptLiteral = (value: unknown) =>
  (isObject(value) ? JSON.stringify(value) : JSON.stringify(textOf(value)).slice(1, -1)).replace(
    /[<>&'\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** For plain text, such as subjects and the text part of a mail. */
export const unescaped = (text: string) => text
