import pg from 'pg'
import type { Caller, Statement } from '../../database/database.ts'
import type { Binding } from './bindings.ts'
import type { Change } from './change.ts'
import { type Condition, listOf } from './change-filter.ts'
import { pick, policiesOf, policyColumns, type Table, visibleRow } from './published-tables.ts'

const { escapeIdentifier } = pg

/** The nth row, which the caller may see, and which bindings it fits. */
export type VisibleRowResult = { n: number; fits: boolean[] }

/**
 * The statement that compares rows with bindings, by these columns. Run as a subscriber, it finds those that their row
 * policies let them see, except for deleted rows, about which policies cannot be asked.
 */
export function matchRows(
  table: Table,
  names: string[],
  changes: Change[],
  bindings: Binding[],
  policies: string,
): Statement {
  const values: unknown[] = [JSON.stringify(changes.map((change) => visibleRow(change, table)))]
  const known = { ...table, columns: table.columns.filter(({ name }) => names.includes(name)) }
  const text = `
    select listed.n::int, (select ${matchingBindingsSql(bindings, known, values)} from ${rowOf(table)}) as fits
    from jsonb_array_elements($1::jsonb) with ordinality as listed (row_then, n)
    where (select ${policies} from ${rowOf(table)})`
  return { text, values }
}

/** One of several callers to check: who they are, and the numbers of the keys that concern them. */
export type CallerWithKeys = { caller: Caller; numbers: number[] }

/** The result for the nth caller: the numbers of the rows that they may see, or the code and message of an error. */
export type VisibleKeysResult = { n: number; seen: number[] | null; failure: string | null; words: string | null }

/** The statement that checks for several callers of a role which rows each may see (engine.seen_by_each). */
export function visibleKeysStatement(
  table: Table,
  role: string,
  changes: Change[],
  asking: CallerWithKeys[],
): Statement {
  const question = `
    select array_agg(listed.n::int)
    from jsonb_array_elements($1) with ordinality as listed (row_then, n)
    where listed.n = any ($2) and (select ${policiesOf(table, role)} from ${rowOf(table)})`
  const callers = asking.map(({ caller: { role, claims }, numbers }) => ({
    role,
    claims: JSON.stringify(claims),
    session: claims.session_id,
    numbers: `{${numbers}}`,
  }))
  const used = policyColumns(table)
  const rows = changes.map(({ row }) => pick(row ?? {}, used))
  const values = [question, JSON.stringify(rows), JSON.stringify(callers)]
  return { text: 'select n, seen, failure, words from engine.seen_by_each($1, $2, $3)', values }
}

/** A listed row as a row of its table, by whose name policies call it. */
const rowOf = (table: Table) =>
  `jsonb_populate_record(null::${qualifiedTable(table)}, listed.row_then) as ${escapeIdentifier(table.name)}`

const qualifiedTable = ({ schema, name }: Table) => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`

function matchingBindingsSql(bindings: Binding[], table: Table, values: unknown[]): string {
  const each = bindings.map(({ conditions }) => {
    const all = conditions.map((condition) => `coalesce(${toSql(condition, table, values)}, false)`)
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
function toSql({ column, operator, value, isNegated }: Condition, table: Table, values: unknown[]): string {
  const found = table.columns.find(({ name }) => name === column)
  if (!found) return 'false'
  const place = `${escapeIdentifier(table.name)}.${escapeIdentifier(column)}`
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
