/** One condition on a row; `not` negates it. */
export type Condition = { column: string; operator: Operator; value: string; isNegated: boolean }

const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const
type Operator = (typeof operators)[number]

/** An invalid filter; the message is for the developer who wrote it. */
export class FilterError extends Error {
  constructor(reason: string) {
    super(`Error parsing \`filter\` params: ${reason}`)
  }
}

/**
 * Parses `column=operator.value`, or several separated by commas. Throws `FilterError`
 * (docs/wire/realtime.md#changes-of-rows).
 */
export function parseFilter(filter: string): Condition[] {
  const trimmed = filter.trim()
  return trimmed === '' ? [] : splitAtCommas(trimmed).map(parseCondition)
}

function parseCondition(text: string): Condition {
  const trimmed = text.trim()
  if (trimmed === '') throw new FilterError('filter must not contain empty segments (check for extra commas)')
  const [, column, not, name, value] = /^([^=]+)=(not\.)?([^.]*)\.(.*)$/s.exec(trimmed) ?? []
  if (column === undefined || name === undefined || value === undefined) {
    throw new FilterError(JSON.stringify([trimmed]))
  }
  const operator = operators.find((known) => known === name)
  if (!operator) throw new FilterError(JSON.stringify([name, value]))
  if (operator === 'in' && !/^\(.*\)$/s.test(value)) {
    throw new FilterError('`in` filter value must be wrapped by parentheses')
  }
  return { column, operator, value: operator === 'in' ? value : unquote(value), isNegated: not !== undefined }
}

/** The values of `in.(…)`. */
export const listOf = (value: string): string[] => splitAtCommas(value.slice(1, -1)).map((item) => unquote(item.trim()))

/** Splits at commas outside brackets and quotes. A quote only opens at the beginning of a value. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (isQuoted && char === '\\') {
      part += char + text.charAt(at + 1)
      at += 1
      continue
    }
    if (char === '"' && (isQuoted || /(^|[.(,]\s*)$/.test(part))) isQuoted = !isQuoted
    else if (!isQuoted && char === '(') depth += 1
    else if (!isQuoted && char === ')') depth = Math.max(0, depth - 1)
    if (char === ',' && depth === 0 && !isQuoted) {
      parts.push(part)
      part = ''
    } else part += char
  }
  return [...parts, part]
}

const unquote = (value: string) => {
  const [, inner] = /^"((?:[^"\\]|\\.)*)"$/s.exec(value) ?? []
  return inner === undefined ? value : inner.replace(/\\(.)/gs, '$1')
}
