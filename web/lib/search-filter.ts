/**
 * The text of PostgREST's `or` filter for "one of these columns contains what was typed", in any case.
 * Everything typed is looked for literally, whatever it means to LIKE or to the filter language.
 */
export function containsText(columns: readonly string[], typed: string): string {
  const pattern = quoted(`%${literalPattern(typed)}%`)
  return columns.map((column) => `${column}.ilike.${pattern}`).join(',')
}

/** The LIKE pattern of what contains the typed text, for a column that is kept in lower case. */
export const containing = (typed: string) => `%${literalPattern(typed.toLowerCase())}%`

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

/** A value in double quotes may hold commas, dots and parentheses; the quote and the backslash are escaped. */
const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`
