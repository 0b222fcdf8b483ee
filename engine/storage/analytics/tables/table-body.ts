import { isTooDeep } from '../../../gateway/json-depth.ts'
import { parseWithLongs } from '../long-json.ts'

/** The checks of a type call themselves for each of its levels, and the stack has an end. */
const DEEPEST = 200

/** What is said of a table. */
export function parseTableBody(text: string): unknown {
  if (isTooDeep(text, DEEPEST)) throw new Error(`A table is nested deeper than ${DEEPEST} levels`)
  return parseWithLongs(text)
}
