import { quote } from './quoting.ts'

/** Types whose names are keywords of PostgreSQL's grammar: quoted they would be other types, or unknown. */
const GRAMMATICAL = [
  /^(?:bigint|int|integer|smallint|real|float|double precision|dec|decimal|numeric|boolean|json)$/,
  /^(?:bit|char|character|national char|national character|nchar)(?: varying)?$|^varchar$/,
  /^(?:time|timestamp)(?: with(?:out)? time zone)?$/,
  /^interval(?: (?:year|month|day|hour|minute|second|year to month|day to (?:hour|minute|second)|hour to (?:minute|second)|minute to second))?$/,
]

const ARRAY = ' array'

/** A type that a caller names, as SQL. Any other name is quoted, so that PostgreSQL itself reports an unknown type. */
export function typeSql(name: string): string {
  // PostgreSQL folds an unquoted name in the same way.
  const folded = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/ +/g, ' ')
  if (folded.endsWith(ARRAY)) return `${typeSql(folded.slice(0, -ARRAY.length))}${ARRAY}`
  return GRAMMATICAL.some((form) => form.test(folded)) ? folded : quote(folded)
}
