export type Param = readonly [key: string, value: string]

/** The decoded parameters of a query string or form body, in order, with repeats; keys without `=` are ignored. */
export function decodeParams(text: string): Param[] {
  const params: Param[] = []
  let start = 0
  while (start < text.length) {
    const ampersand = text.indexOf('&', start)
    const end = ampersand === -1 ? text.length : ampersand
    const equals = text.indexOf('=', start)
    if (equals !== -1 && equals < end) {
      params.push([decode(text.slice(start, equals)), decode(text.slice(equals + 1, end))])
    }
    start = end + 1
  }
  return params
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return decodeLeniently(spaced)
  }
}

/**
 * Decodes percent encoding without ever failing: keeps a stray `%` and replaces invalid UTF-8, so that a filter for
 * `100%` works.
 */
function decodeLeniently(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
}

/** The parameters as they appear in `Content-Location`: sorted by key, encoded. */
export function encodeParams(params: readonly Param[]): string {
  return params
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join('&')
}

const UNRESERVED = /^[\w.~-]*$/

export const encode = (text: string): string =>
  UNRESERVED.test(text)
    ? text
    : encodeURIComponent(text.toWellFormed()).replace(
        /[!'()*]/g,
        (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
      )
