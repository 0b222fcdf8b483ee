import { searchText } from '../lib/search-text.ts'

export type Row = Record<string, unknown>

/**
 * The rows of a table, read and written as through PostgREST. It supports the few filters that the portal uses and
 * throws on others.
 */
export class FakeTable {
  rows: Row[]
  readonly #defaults: Row

  constructor(rows: Row[], defaults: Row = {}) {
    this.#defaults = defaults
    this.rows = rows.map((row) => this.#filledIn(row))
  }

  #filledIn(row: Row): Row {
    const created_at = now()
    return { id: crypto.randomUUID(), ...this.#defaults, created_at, updated_at: created_at, ...row }
  }

  matching(query: URLSearchParams): Row[] {
    const filters = [...query]
      // Filters on joined rows are skipped: the joined rows stand inside their row already.
      .filter(([column]) => !notFilters.includes(column.split('.').at(-1) ?? ''))
      .map(([column, filter]) => test(column, filter))
    return this.rows.filter((row) => filters.every((passes) => passes(row)))
  }

  /** Returns the page of rows that this address asks for, and the count of all. */
  read(query: URLSearchParams): { rows: Row[]; from: number; count: number } {
    const all = sorted(this.matching(query), query.get('order'))
    const from = Number(query.get('offset') ?? 0)
    const limit = query.get('limit')
    return { rows: limit === null ? all.slice(from) : all.slice(from, from + Number(limit)), from, count: all.length }
  }

  insert(given: Row | Row[]): Row[] {
    const added = [given].flat().map((row) => this.#filledIn(row))
    this.rows = [...added, ...this.rows]
    return added
  }

  update(query: URLSearchParams, changes: Row): Row[] {
    const found = this.matching(query)
    for (const row of found) Object.assign(row, changes, { updated_at: now() })
    return found
  }

  delete(query: URLSearchParams): Row[] {
    const found = this.matching(query)
    this.rows = this.rows.filter((row) => !found.includes(row))
    return found
  }
}

let last = Date.now()

/** Returns a time later than every earlier one, so that newest-first is unambiguous. */
function now(): string {
  last = Math.max(last + 1, Date.now())
  return new Date(last).toISOString().replace('Z', '+00:00')
}

const notFilters = ['select', 'columns', 'order', 'limit', 'offset']

function test(column: string, filter: string): (row: Row) => boolean {
  if (column === 'or') return testAlternative(filter)
  const [, operator = '', operand = ''] = /^(\w+)\.(.*)$/s.exec(filter) ?? []
  switch (operator) {
    case 'eq':
      return (row) => valuesOf(row, column).includes(operand)
    case 'neq':
      return (row) => !valuesOf(row, column).includes(operand)
    case 'in': {
      const allowed = operand.slice(1, -1).replaceAll('"', '').split(',')
      return (row) => valuesOf(row, column).some((value) => allowed.includes(value))
    }
    case 'not':
      if (operand === 'is.null') return (row) => row[column] !== null
      break
    case 'is':
      if (operand === 'null') return (row) => row[column] === null
      break
    case 'gte':
      return (row) => String(row[column]) >= operand
    // A comparison with null is never true, as in SQL.
    case 'lt':
      return (row) => row[column] !== null && String(row[column]) < operand
    case 'lte':
      return (row) => row[column] !== null && String(row[column]) <= operand
    case 'like':
      return (row) => searchedIn(row, column).some((value) => value.includes(contained(operand)))
    case 'ilike':
      return (row) => String(row[column]).toLowerCase().includes(contained(operand).toLowerCase())
  }
  throw new Error(`The fake backend knows no filter like ${column}=${filter}: let the test answer.`)
}

/** Tests a row by an `or` filter of plain conditions. A test has to answer nested ones itself. */
function testAlternative(filter: string): (row: Row) => boolean {
  const parts = [
    ...filter.matchAll(/(?<=[(,])(\w+)\.((?:eq|is|not\.is|lte?|like)\.(?:"[^",]*"|[^",()]+))(?=[,)])/g),
  ].map(([, name = '', one = '']) => test(name, one.replaceAll('"', '').replaceAll('\\\\', '\\')))
  if (parts.length !== filter.split(',').length)
    throw new Error(`The fake backend knows no alternatives like ${filter}: let the test answer.`)
  return (row) => parts.some((holds) => holds(row))
}

/** Returns the values of a column, joined rows included: `user_roles.role`. */
function valuesOf(row: Row, column: string): string[] {
  const [name = '', inner] = column.split('.')
  const values = [row[name]].flat()
  return values.map((value) => String(inner && isRow(value) ? value[inner] : value))
}

/** Returns the search text that the database derives: all texts of a row, unless the row states another. */
const searchedIn = (row: Row, column: string): string[] =>
  column.startsWith('search_') && !(column in row)
    ? Object.values(row).map((value) => searchText(String(value)))
    : valuesOf(row, column)

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the text between the % at both ends of a LIKE pattern, the only pattern that a search sends. */
const contained = (like: string) => like.replace(/^%|%$/g, '').replace(/\\(.)/g, '$1')

function sorted(rows: Row[], order: string | null): Row[] {
  const by = (order ?? '').split(',').filter(Boolean)
  return rows.toSorted((a, b) => {
    for (const part of by) {
      const [column = '', direction] = part.split('.')
      const difference = String(a[column]).localeCompare(String(b[column]))
      if (difference !== 0) return direction === 'desc' ? -difference : difference
    }
    return 0
  })
}
