/** Text that a function has escaped, which is written as it is. */
export class Escaped {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What merely inherits a name does not have it. */
export const property = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (value instanceof Escaped) return value.text !== ''
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value)
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (value instanceof Escaped) return value.text
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The items that a range goes through, with their keys; of a map in the order of its keys, as in Go. */
export function entriesOf(value: unknown): [unknown, unknown][] {
  if (Array.isArray(value)) return [...value.entries()]
  if (isObject(value)) return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (typeof value === 'number') return Array.from({ length: value }, (_, at) => [at, at])
  return isTruthy(value) ? [[0, value]] : []
}
