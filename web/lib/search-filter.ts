import { searchText } from './letters.ts'

/** The LIKE pattern of what contains the typed text, for a column that the database keeps as a search compares it. */
export const containing = (typed: string) => `%${literalPattern(searchText(typed))}%`

/** The ILIKE pattern of the typed text itself, in any case. */
export const inAnyCase = (typed: string) => literalPattern(typed)

/** The typed text as a LIKE pattern that matches itself. */
function literalPattern(typed: string) {
  return (
    typed
      .replace(/[\\%_]/g, '\\$&')
      // PostgREST reads every * as % and has no escape for it. "Any one character" is the nearest there is.
      .replaceAll('*', '_')
  )
}
