import type { Name } from '../schema/schema-types.ts'

/** Quotes a name as SQL. Postgres would read a NUL as the end of the statement, so the name is cut there. */
export function quote(name: string): string {
  const nul = name.indexOf('\0')
  const clean = nul === -1 ? name : name.slice(0, nul)
  return clean.includes('"') ? `"${clean.replaceAll('"', '""')}"` : `"${clean}"`
}

export const qualified = ({ schema, name }: Name): string => `${quote(schema)}.${quote(name)}`

/** Quotes a text of the catalogue as SQL. Texts of a request are bound instead. */
export const literal = (text: string): string =>
  text.includes('\\') ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text.replaceAll("'", "''")}'`

/** Collects the bound values of one statement, whose text refers to them as `$1`, `$2`, … */
export class Values {
  readonly all: (string | Buffer)[] = []

  /**
   * Binds without a type, so that the context decides it: as `text` the value would not compare with a number or date
   * (docs/wire/rest.md#filters).
   */
  bind(value: string | Buffer): string {
    return `$${this.all.push(value)}`
  }
}

/**
 * Writes a row count as a literal: for a bound one Postgres would assume some tenth of the table, and plan every
 * request with another number anew.
 */
export const rowsLiteral = (rows: number, values: Values): string =>
  Number.isSafeInteger(rows) ? String(rows) : values.bind(String(rows))

/** The WHERE clause of all conditions; empty without any. */
export const whereSql = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''

/** An array literal whose elements Postgres takes literally. */
export const arrayLiteral = (elements: readonly string[]): string =>
  `{${elements.map((element) => `"${element.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
