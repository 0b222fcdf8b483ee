import type { Name } from '../schema/schema.ts'

/** A name as SQL; Postgres would read a NUL as the end of the statement, so the name ends there too. */
export function quote(name: string): string {
  const nul = name.indexOf('\0')
  const clean = nul === -1 ? name : name.slice(0, nul)
  return clean.includes('"') ? `"${clean.replaceAll('"', '""')}"` : `"${clean}"`
}

export const qualified = ({ schema, name }: Name): string => `${quote(schema)}.${quote(name)}`

/** A text from the catalogue as SQL, never one from a request: those are bound. */
export const literal = (text: string): string =>
  text.includes('\\') ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text.replaceAll("'", "''")}'`

/** Gathers the values of one statement, whose text names them `$1`, `$2`, … */
export class Values {
  readonly all: (string | Buffer)[] = []

  /**
   * Binds without a type, so that what it meets decides how it is read: as `text` it would fit no number and no date
   * (docs/wire/rest.md#filters).
   */
  bind(value: string | Buffer): string {
    return `$${this.all.push(value)}`
  }
}

/**
 * A number of rows goes in as it is: bound, Postgres would have to expect some tenth of a table, and to plan each request
 * anew for its own number.
 */
export const rowsLiteral = (rows: number, values: Values): string =>
  Number.isSafeInteger(rows) ? String(rows) : values.bind(String(rows))

/** What all of the conditions leave; nothing where there are none. */
export const whereSql = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''

/** An array literal whose elements Postgres takes as they are. */
export const arrayLiteral = (elements: readonly string[]): string =>
  `{${elements.map((element) => `"${element.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
