import { vectorErrors } from './errors.ts'
import { metadataValue } from './metadata.ts'

const MOST_CONDITIONS = 500
const DEEPEST = 32

type Values = unknown[]

/** How each operator of a field reads in SQL, where `field` is its value in the metadata. */
const operators: Record<string, (field: string, operand: unknown, values: Values) => string> = {
  $eq: (field, operand, values) => equals(field, operand, values),
  $ne: (field, operand, values) => `not ${equals(field, operand, values)}`,
  $gt: (field, operand, values) => compares(field, '>', operand, values),
  $gte: (field, operand, values) => compares(field, '>=', operand, values),
  $lt: (field, operand, values) => compares(field, '<', operand, values),
  $lte: (field, operand, values) => compares(field, '<=', operand, values),
  $in: (field, operand, values) => isAmong(field, operand, values),
  $nin: (field, operand, values) => `not ${isAmong(field, operand, values)}`,
  $exists(field, operand) {
    if (typeof operand !== 'boolean') throw vectorErrors.invalid('Invalid filter: $exists takes true or false')
    return `${field} is ${operand ? 'not ' : ''}null`
  },
}

const joints: Record<string, string> = { $and: ' and ', $or: ' or ' }

/**
 * A filter by metadata as a condition in SQL, on the column `metadata`. Whatever the caller wrote goes to `values`, names of
 * fields too; the text is made of nothing but the words below. A vector without the field meets no condition about it but
 * `$exists`, and one with a list meets what one of its elements meets. Throws `invalid`.
 */
export function filterSql(filter: unknown, unfilterable: ReadonlySet<string>, values: Values): string {
  let conditions = 0

  function group(filter: unknown, depth: number): string {
    if (!isObject(filter)) throw vectorErrors.invalid('Invalid filter: it must be an object')
    if (depth > DEEPEST) throw vectorErrors.invalid(`Invalid filter: it is more than ${DEEPEST} levels deep`)
    const entries = Object.entries(filter)
    if (entries.length === 0) throw vectorErrors.invalid('Invalid filter: it must hold a condition')
    return all(
      entries.map(([name, operand]) => {
        const joint = Object.hasOwn(joints, name) ? joints[name] : undefined
        if (joint === undefined) return field(name, operand)
        if (entries.length > 1) throw vectorErrors.invalid(`Invalid filter: ${name} must stand alone`)
        if (!Array.isArray(operand) || operand.length === 0)
          throw vectorErrors.invalid(`Invalid filter: ${name} takes a list of filters`)
        return `(${operand.map((part) => group(part, depth + 1)).join(joint)})`
      }),
    )
  }

  function field(name: string, operand: unknown): string {
    if (name.startsWith('$')) throw vectorErrors.invalid(`Invalid filter: unknown operator ${name}`)
    if (unfilterable.has(name)) throw vectorErrors.invalid(`Metadata key "${name}" is configured as non-filterable`)
    const asked = isObject(operand) ? Object.entries(operand) : [['$eq', operand] as const]
    if (asked.length === 0) throw vectorErrors.invalid(`Invalid filter: nothing is asked of "${name}"`)
    conditions += asked.length
    if (conditions > MOST_CONDITIONS)
      throw vectorErrors.invalid(`Invalid filter: it has more than ${MOST_CONDITIONS} conditions`)
    const value = `(metadata -> ${bind(name, 'text', values)})`
    return all(
      asked.map(([operator, operand]) => {
        const toSql = Object.hasOwn(operators, operator) ? operators[operator] : undefined
        if (!toSql) throw vectorErrors.invalid(`Invalid filter: unknown operator ${operator}`)
        return toSql(value, operand, values)
      }),
    )
  }

  return group(filter, 1)
}

const all = (conditions: string[]) => `(${conditions.join(' and ')})`

/** Contains: a scalar itself, a list each of its elements. */
const equals = (field: string, operand: unknown, values: Values) =>
  `(${field} @> ${bind(jsonOf(operand), 'jsonb', values)})`

function isAmong(field: string, operand: unknown, values: Values) {
  if (!Array.isArray(operand) || operand.length === 0)
    throw vectorErrors.invalid('Invalid filter: $in and $nin take a list of values')
  return `(${field} @> any (${bind(operand.map(jsonOf), 'jsonb[]', values)}))`
}

/** Numbers only; what is no number is neither more nor less than one. */
function compares(field: string, sign: '>' | '>=' | '<' | '<=', operand: unknown, values: Values) {
  if (typeof operand !== 'number' || !Number.isFinite(operand))
    throw vectorErrors.invalid('Invalid filter: $gt, $gte, $lt and $lte take a number')
  return `(jsonb_typeof(${field}) = 'number' and ${field} ${sign} ${bind(jsonOf(operand), 'jsonb', values)})`
}

function jsonOf(operand: unknown): string {
  const parsed = metadataValue.safeParse(operand)
  if (!parsed.success) throw vectorErrors.invalid('Invalid filter: a value must be a text, a number, true or false')
  return JSON.stringify(parsed.data)
}

/** Adds the value, and returns where it stands. */
function bind(value: unknown, type: 'text' | 'jsonb' | 'jsonb[]', values: Values): string {
  values.push(value)
  return `$${values.length}::${type}`
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
