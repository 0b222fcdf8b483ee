import pg from 'pg'
import type { Caller, Statement } from '../../database/database.ts'
import type { Payload } from '../frames.ts'
import type { Binding } from './bindings.ts'
import { type Condition, listOf } from './change-filter.ts'
import type { Table } from './published-tables.ts'

const { escapeIdentifier } = pg

/** The result for the nth requested key: the row as the caller may see it, as JSON, and which bindings it fits. */
export type SeenRow = { n: number; record: string; fits: boolean[] }

/**
 * The statement that looks rows up by their keys, with these columns. Run as a subscriber, it applies the row policies,
 * and fails for a column that their role may not read.
 */
export function lookUpRows(table: Table, names: string[], keys: Payload[], bindings: Binding[]): Statement {
  const values: unknown[] = [JSON.stringify(keys)]
  const columns = names.map((name) => `row_now.${escapeIdentifier(name)}`)
  const text = `
    select listed.n::int, (select to_jsonb(shown) from (select ${columns}) as shown)::text as record,
           ${fits(bindings, table, 'row_now', values)} as fits
    from ${rowsByKey(table, '$1')}`
  return { text, values }
}

/** One of several callers to check: who they are, and the numbers of the keys that concern them. */
export type Asking = { caller: Caller; numbers: number[] }

/** The result for the nth caller: the numbers of the rows that they may see, or the code and message of an error. */
export type SeenByOne = { n: number; seen: number[] | null; failure: string | null; words: string | null }

/** The statement that checks for several callers which rows each may see (engine.seen_by_each). */
export function askForEach(table: Table, keys: Payload[], asking: Asking[]): Statement {
  const question = `
    select array_agg(listed.n::int)
    from ${rowsByKey(table, '$1')}
    where listed.n = any ($2)`
  const callers = asking.map(({ caller: { role, claims }, numbers }) => ({
    role,
    claims: JSON.stringify(claims),
    session: claims.session_id,
    numbers: `{${numbers}}`,
  }))
  const values = [question, JSON.stringify(keys), JSON.stringify(callers)]
  return { text: 'select n, seen, failure, words from engine.seen_by_each($1, $2, $3)', values }
}

function rowsByKey(table: Table, keys: string): string {
  const place = placeOf(table)
  // Without a primary key no row is found, but the statement is still valid.
  const sameKey = table.keys.map((key) => `row_now.${escapeIdentifier(key)} = asked.${escapeIdentifier(key)}`)
  return `jsonb_array_elements(${keys}::jsonb) with ordinality as listed (key, n)
    cross join lateral jsonb_populate_record(null::${place}, listed.key) as asked
    join ${place} as row_now on ${sameKey.join(' and ') || 'false'}`
}

/** The statement that matches deleted rows, by the columns that are told of them. */
export function matchGoneRows(table: Table, told: string[], rows: Payload[], bindings: Binding[]): Statement {
  const values: unknown[] = [JSON.stringify(rows)]
  const known = { ...table, columns: table.columns.filter(({ name }) => told.includes(name)) }
  const text = `
    select listed.n::int, listed.row_then::text as record, ${fits(bindings, known, 'was', values)} as fits
    from jsonb_array_elements($1::jsonb) with ordinality as listed (row_then, n)
    cross join lateral jsonb_populate_record(null::${placeOf(table)}, listed.row_then) as was`
  return { text, values }
}

const placeOf = ({ schema, name }: Table) => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`

function fits(bindings: Binding[], table: Table, row: string, values: unknown[]): string {
  const each = bindings.map(({ conditions }) => {
    const all = conditions.map((condition) => `coalesce(${toSql(condition, table, row, values)}, false)`)
    return all.length === 0 ? 'true' : all.join(' and ')
  })
  return `array[${each.join(', ')}]::boolean[]`
}

const comparisons: Partial<Record<Condition['operator'], string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  isdistinct: 'is distinct from',
}
const patterns: Partial<Record<Condition['operator'], string>> = {
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
}
const states = ['null', 'true', 'false', 'unknown']

/** SQL for a condition. A column that is not available matches nothing; values are bound as the column's own type. */
function toSql(
  { column, operator, value, isNegated }: Condition,
  table: Table,
  row: string,
  values: unknown[],
): string {
  const found = table.columns.find(({ name }) => name === column)
  if (!found) return 'false'
  const place = `${row}.${escapeIdentifier(column)}`
  const bind = (given: unknown, type: string) => `$${values.push(given)}::${type}`
  const condition = () => {
    if (operator === 'is') return states.includes(value) ? `${place} is ${value}` : 'false'
    if (operator === 'in') return `${place} = any (${bind(listOf(value), `${found.fullType}[]`)})`
    const pattern = patterns[operator]
    if (pattern !== undefined) return `${place}::text ${pattern} ${bind(value, 'text')}`
    return `${place} ${comparisons[operator] ?? '='} ${bind(value, found.fullType)}`
  }
  return isNegated ? `not (${condition()})` : condition()
}
