const DEEPEST = 1000

/** What to say of it. */
export const TOO_DEEP = `JSON is nested deeper than ${DEEPEST} levels`

/**
 * Whether a text of JSON is nested deeper than anybody means. Whoever reads or writes it does so level by level on a
 * stack: the embedded Postgres does not survive 100 KB of brackets, and JavaScript gives up after some thousand.
 */
export function isTooDeep(json: string, deepest = DEEPEST): boolean {
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
