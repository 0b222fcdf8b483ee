const MAX_DEPTH = 1000

/** The error message for such a text. */
export const TOO_DEEP = `JSON is nested deeper than ${MAX_DEPTH} levels`

/**
 * Whether JSON is nested deeper than any real request. Parsers recurse for each level: the embedded Postgres crashes on
 * 100 KB of brackets, and JavaScript overflows its stack after some thousand levels.
 */
export function isTooDeep(json: string, deepest = MAX_DEPTH): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (isInString) {
      if (character === '\\') at++
      else if (character === '"') isInString = false
    } else if (character === '"') {
      isInString = true
    } else if (character === '[' || character === '{') {
      depth++
      if (depth > deepest) return true
    } else if (character === ']' || character === '}') {
      depth--
    }
  }
  return false
}
