import { formatted } from './printf.ts'
import { Escaped, isObject, isTruthy, property, textOf } from './values.ts'

type TemplateFunction = {
  /** The fewest and the most arguments. */
  takes: readonly [fewest: number, most: number]
  call(args: readonly unknown[]): unknown
}

/** Go's functions of text/template, but for `call`: no value is a function. `and` and `or` are in expressions.ts. */
export const functions: Readonly<Record<string, TemplateFunction>> = {
  not: { takes: [1, 1], call: ([value]) => !isTruthy(value) },
  eq: { takes: [2, Infinity], call: ([value, ...others]) => others.some((other) => isSame(value, other)) },
  ne: { takes: [2, 2], call: ([a, b]) => !isSame(a, b) },
  lt: { takes: [2, 2], call: ([a, b]) => compare(a, b) === -1 },
  le: { takes: [2, 2], call: ([a, b]) => [-1, 0].includes(compare(a, b)) },
  gt: { takes: [2, 2], call: ([a, b]) => compare(a, b) === 1 },
  ge: { takes: [2, 2], call: ([a, b]) => [1, 0].includes(compare(a, b)) },
  len: { takes: [1, 1], call: ([value]) => lengthOf(value) },
  index: { takes: [1, Infinity], call: ([value, ...keys]) => keys.reduce(item, value) },
  slice: { takes: [1, 4], call: ([value, start = 0, end]) => slice(value, Number(start), end) },
  print: { takes: [0, Infinity], call: print },
  println: { takes: [0, Infinity], call: (values) => `${values.map(textOf).join(' ')}\n` },
  printf: { takes: [1, Infinity], call: ([format, ...values]) => formatted(textOf(format), values) },
  html: { takes: [1, Infinity], call: (values) => new Escaped(escapeHtml(print(values))) },
  js: { takes: [1, Infinity], call: (values) => new Escaped(scriptLiteral(values)) },
  urlquery: { takes: [1, Infinity], call: (values) => new Escaped(queryPart(print(values))) },
}

const isSame = (a: unknown, b: unknown) => comparable(a) === comparable(b)

/** No value and an absent one are the same. */
const comparable = (value: unknown) => {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? textOf(value) : value
}

/** Undefined for values of different kinds, of which neither comes first. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return Math.sign(a - b)
  const [one, other] = [textOf(a), textOf(b)]
  if (typeof a !== typeof b) return Number.NaN
  return one < other ? -1 : one > other ? 1 : 0
}

/** Go counts the bytes of a text. */
function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return isObject(value) && !(value instanceof Escaped) ? Object.keys(value).length : Buffer.byteLength(textOf(value))
}

const item = (value: unknown, key: unknown): unknown =>
  typeof value === 'string' ? Buffer.from(value)[Number(key)] : property(value, textOf(key))

function slice(value: unknown, start: number, end: unknown): unknown {
  const to = end === undefined ? undefined : Number(end)
  return Array.isArray(value) ? value.slice(start, to) : Buffer.from(textOf(value)).subarray(start, to).toString()
}

/** Go puts a space between two values of which neither is a text. */
function print(values: readonly unknown[]): string {
  return values.reduce<string>((text, value, at) => {
    const isApart = at > 0 && typeof value !== 'string' && typeof values[at - 1] !== 'string'
    return `${text}${isApart ? ' ' : ''}${textOf(value)}`
  }, '')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

/** Escapes text for HTML and its quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** Escapes text for the query of an address. */
export const queryPart = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** The inside of a string in JSON or a script, or a whole object; it cannot close the script element around it. */
export const scriptLiteral = ([value]: readonly unknown[]) =>
  (typeof value === 'object' && value !== null && !(value instanceof Escaped)
    ? JSON.stringify(value)
    : JSON.stringify(textOf(value)).slice(1, -1)
  ).replace(/[<>&'\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
