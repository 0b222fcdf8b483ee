/** Parses a cell as JSON; undefined for ordinary text. */
export function jsonIn(cell: string): unknown {
  if (!/^\s*[[{]/.test(cell)) return undefined
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

/** Reads a list of texts, or of objects with a `url`. */
export function textsInJson(cell: string): string[] | undefined {
  const list = jsonIn(cell)
  if (!Array.isArray(list)) return undefined
  return list.flatMap((item: unknown) => {
    if (typeof item === 'string') return [item]
    return isObject(item) && typeof item.url === 'string' ? [item.url] : []
  })
}

/**
 * Reads 'label: value' lines from a list of `{ label, value }` or `{ name, value }`, or from an object; undefined for
 * other text.
 */
export function linesInJson(cell: string): string[] | undefined {
  const json = jsonIn(cell)
  return typeof json === 'object' && json !== null ? linesOf(json, '') : undefined
}

function linesOf(value: unknown, label: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => linesOf(item, label))
  if (!isObject(value)) return isText(value) ? [label === '' ? String(value) : `${label}: ${value}`] : []
  const name = value.label ?? value.name ?? value.fieldName
  if (typeof name === 'string' && isText(value.value)) return [`${name}: ${value.value}`]
  return Object.entries(value).flatMap(([key, inner]) => linesOf(inner, key))
}

const isText = (value: unknown) => (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
