import { searchText } from './search-text.ts'

/** The LIKE pattern that finds a typed text in the normalized search columns. */
export const containsPattern = (typed: string) => `%${literalPattern(searchText(typed))}%`

/** The filter, for `or(…)`, that finds a typed text in any of these normalized search columns. */
export function containedInAny(columns: readonly string[], typed: string): string {
  const quoted = `"${containsPattern(typed).replace(/[\\"]/g, '\\$&')}"`
  return columns.map((column) => `${column}.like.${quoted}`).join(',')
}

/** The ILIKE pattern for the exact typed text in any case. */
export const equalsPattern = (typed: string) => literalPattern(typed)

/** Escapes a text for LIKE. */
function literalPattern(typed: string) {
  return (
    typed
      .replace(/[\\%_]/g, '\\$&')
      // PostgREST turns every * into % and has no escape for it; the wildcard for one character comes closest.
      .replaceAll('*', '_')
  )
}
