import { readField, readName } from './column-names.ts'
import { readOperation, readOperationOrArgument } from './filter.ts'
import { readGroup } from './or-and-groups.ts'
import { readOrder } from './order.ts'
import type { AtPath, Condition, Field, OrderTerm, Query, Range, SelectItem } from './query.ts'
import { decodeParams, type Param } from './query-string.ts'
import { parseText, type Scanner } from './scanner.ts'
import { readNames, readSelect } from './select.ts'

/**
 * Parses a query string. Every key that is not reserved is a filter (docs/wire/rest.md#query-string); in a GET of a
 * function it is an argument, unless its value is an operator expression (docs/wire/rest.md#functions).
 */
export function parseQuery(text: string, { withArguments }: { withArguments: boolean }): Query {
  const params = decodeParams(text)
  const filters: AtPath<Condition>[] = []
  const order: AtPath<readonly OrderTerm[]>[] = []
  const args: Param[] = []
  const ranges = new Ranges()
  let select: string | undefined
  let columns: string | undefined
  let onConflict: string | undefined

  for (const param of params) {
    const [key, value] = param
    switch (lastSegment(key)) {
      case 'order':
        order.push({ path: pathAbove(key), value: parseText('order', value, readOrder) })
        break
      case 'limit':
      case 'offset':
        ranges.add(key, value)
        break
      case 'and':
      case 'or':
        filters.push(parseLogic(key, value))
        break
      default:
        if (key === 'select') select ??= value
        else if (key === 'columns') columns ??= value
        else if (key === 'on_conflict') onConflict ??= value
        else parseFilter(param, withArguments ? { filters, args } : { filters })
    }
  }

  return {
    select: parseSelect(select),
    filters,
    order,
    ranges: ranges.all(),
    args,
    ...(columns === undefined ? {} : { columns: parseText('columns parameter', columns, readNames) }),
    ...(onConflict === undefined ? {} : { onConflict: parseText('on_conflict parameter', onConflict, readNames) }),
    params,
  }
}

const lastSegment = (key: string) => key.slice(key.lastIndexOf('.') + 1)

const everything: readonly SelectItem[] = [{ kind: 'column', field: { name: '*', path: [] } }]

const parseSelect = (select: string | undefined): readonly SelectItem[] => {
  if (select === undefined || select === '*') return everything
  const items = parseText('select parameter', select, readSelect)
  return items.length === 0 ? everything : items
}

function parseFilter([key, value]: Param, into: { filters: AtPath<Condition>[]; args?: Param[] }) {
  const { path, field } = parseText('tree path', key, readTreePath)
  if (!into.args) {
    const tested = parseText('filter', value, readOperation)
    into.filters.push({ path, value: { kind: 'filter', field, ...tested } })
    return
  }
  const tested = parseText('filter', value, readOperationOrArgument)
  if (tested) into.filters.push({ path, value: { kind: 'filter', field, ...tested } })
  else into.args.push([field.name, value])
}

/** Reads `roles.actors.data->>name`: the path of the embedded resource, then its column. */
function readTreePath(scanner: Scanner): { path: readonly string[]; field: Field } {
  const path: string[] = []
  let field = readField(scanner)
  while (field.path.length === 0 && scanner.take('.')) {
    path.push(field.name)
    field = readField(scanner)
  }
  if (!scanner.done) scanner.fail('delimiter (.) or end of input')
  return { path, field }
}

/** Reads the key of a logical operator: `or`, `not.and`, `actors.or`, `actors.not.and`. */
function parseLogic(key: string, value: string): AtPath<Condition> {
  const names = pathAbove(key)
  const negated = names.includes('not')
  const operator = lastSegment(key) === 'and' ? 'and' : 'or'
  const group = parseText('logic tree', value, (scanner) => readGroup(scanner, negated, operator))
  return { path: negated ? names.filter((name) => name !== 'not') : names, value: group }
}

/** The path of the embedded resource that a reserved parameter belongs to, as `actors` in `actors.order`. */
function pathAbove(key: string): readonly string[] {
  const end = key.lastIndexOf('.')
  return end === -1 ? root : parseText('tree path', key.slice(0, end), readPath)
}

const root: readonly string[] = []

function readPath(scanner: Scanner): readonly string[] {
  const path = [readName(scanner)]
  while (scanner.take('.')) path.push(readName(scanner))
  if (!scanner.done) scanner.fail('delimiter (.)')
  return path
}

const INTEGER = /^\s*-?\d+\s*$/

/** Collects `limit` and `offset` for each resource; a value that is no number is ignored. */
class Ranges {
  readonly #byPath = new Map<string, { path: readonly string[]; limit?: number; offset?: number }>()

  add(key: string, value: string) {
    if (!INTEGER.test(value)) return
    const above = key.slice(0, Math.max(key.lastIndexOf('.'), 0))
    const range = this.#byPath.get(above) ?? { path: pathAbove(key) }
    const amount = Math.min(Number(value), Number.MAX_SAFE_INTEGER)
    if (lastSegment(key) === 'limit') range.limit = amount
    else range.offset = Math.max(amount, 0)
    this.#byPath.set(above, range)
  }

  all(): AtPath<Range>[] {
    return [...this.#byPath.values()].map(({ path, limit, offset = 0 }) => ({
      path,
      value: limit === undefined ? { offset } : { offset, limit },
    }))
  }
}
