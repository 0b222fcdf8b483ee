import pg from 'pg'
import type { Statement } from '../../database/database.ts'
import type { Payload } from '../frames.ts'
import type { Binding } from './bindings.ts'
import { type Condition, listOf } from './filter.ts'
import type { Table } from './tables.ts'

const { escapeIdentifier } = pg

/** Of the nth key that was asked for: the row as the asker may see it, as JSON, and which of the bindings it fits. */
export type SeenRow = { n: number; record: string; fits: boolean[] }

/**
 * Looks the rows up by their keys. It runs as the subscriber, so that the row policies decide, and reads no column that
 * their role may not read.
 */
export function lookUpRows(table: Table, role: string, keys: Payload[], bindings: Binding[]): Statement {
  const values: unknown[] = [JSON.stringify(keys)]
  const readable = table.columns.filter(({ readers }) => readers.includes(role))
  const columns = readable.map(({ name }) => `row_now.${escapeIdentifier(name)}`)
  const place = placeOf(table)
  // Without a key no row is found, but the question can still be asked.
  const sameKey = table.keys.map((key) => `row_now.${escapeIdentifier(key)} = asked.${escapeIdentifier(key)}`)
  const text = `
    select listed.n::int, (select to_jsonb(shown) from (select ${columns}) as shown)::text as record,
           ${fits(bindings, table, 'row_now', values)} as fits
    from jsonb_array_elements($1::jsonb) with ordinality as listed (key, n)
    cross join lateral jsonb_populate_record(null::${place}, listed.key) as asked
    join ${place} as row_now on ${sameKey.join(' and ') || 'false'}`
  return { text, values }
}

/** The same of rows that are gone: all there is to look at is what is told of them. */
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

/** A column that is not to be had matches nothing. Values are bound as the column's own type. */
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
