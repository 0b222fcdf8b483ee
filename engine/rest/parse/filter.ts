import { readQuoted } from './column-names.ts'
import {
  type CompareOperator,
  comparisons,
  type IsValue,
  isValues,
  type Operation,
  quantifiable,
  type SearchOperator,
  searches,
} from './query.ts'
import type { Scanner } from './scanner.ts'

const OPERATOR = /[a-z]+(?=[.(])/y
const QUANTIFIER = /\((?:any|all)\)(?=\.)/y
const LANGUAGE = /\([\p{L}0-9_ $]+\)(?=\.)/uy
const IS_VALUE = /(?:null|not_null|true|false|unknown)/iy
/** The tokens that a filter may begin with, as an error message names them. */
export const OPERATORS = '"not" or operator (eq, gt, ...)'

type ParsedOperation = { negated: boolean; operation: Operation }

/** Reads a filter's value, as `not.eq.3`. */
export function readOperation(scanner: Scanner): ParsedOperation {
  const tested = readOperatorExpression(scanner, readToEnd) ?? scanner.fail(OPERATORS)
  if (!scanner.done) scanner.fail('end of input')
  return tested
}

/**
 * Reads the value of a GET parameter of a function: a filter if it begins with an operator, else undefined, which makes
 * it an argument (docs/wire/rest.md#functions).
 */
export const readOperationOrArgument = (scanner: Scanner): ParsedOperation | undefined => {
  const tested = readOperatorExpression(scanner, readToEnd)
  if (tested && !scanner.done) scanner.fail('end of input')
  return tested
}

/** Reads an operator and its value; undefined, with nothing consumed, where the text begins with no operator. */
export function readOperatorExpression(
  scanner: Scanner,
  readValue: (scanner: Scanner) => string,
): ParsedOperation | undefined {
  const negated = scanner.take('not.')
  const start = scanner.at
  const operation = readAnyOperation(scanner, readValue)
  if (operation) return { negated, operation }
  scanner.at = start
  return negated ? scanner.fail('operator (eq, gt, ...)') : undefined
}

function readAnyOperation(scanner: Scanner, readValue: (scanner: Scanner) => string): Operation | undefined {
  const operator = scanner.match(OPERATOR)
  if (operator === undefined) return undefined
  if (operator === 'in') return scanner.take('.') ? { kind: 'in', values: readList(scanner) } : undefined
  if (operator === 'is') return scanner.take('.') ? { kind: 'is', value: readIsValue(scanner) } : undefined
  if (operator === 'isdistinct')
    return scanner.take('.') ? { kind: 'isdistinct', value: readValue(scanner) } : undefined
  if (isSearch(operator)) {
    const language = scanner.match(LANGUAGE)?.slice(1, -1).trim()
    if (!scanner.take('.')) return undefined
    return { kind: 'search', operator, ...(language === undefined ? {} : { language }), value: readValue(scanner) }
  }
  if (!isComparison(operator)) return undefined
  const quantifier = operator in quantifiable ? scanner.match(QUANTIFIER) : undefined
  if (!scanner.take('.')) return undefined
  const value = readValue(scanner)
  if (quantifier === undefined) return { kind: 'compare', operator, value }
  return { kind: 'compare', operator, quantifier: quantifier === '(any)' ? 'any' : 'all', value }
}

const isSearch = (operator: string): operator is SearchOperator => Object.hasOwn(searches, operator)
const isComparison = (operator: string): operator is CompareOperator => Object.hasOwn(comparisons, operator)
const isIsValue = (value: string): value is IsValue => Object.hasOwn(isValues, value)

function readIsValue(scanner: Scanner): IsValue {
  const value = scanner.match(IS_VALUE)?.toLowerCase()
  return value !== undefined && isIsValue(value) ? value : scanner.fail('isVal: (null, not_null, true, false, unknown)')
}

function readList(scanner: Scanner): readonly string[] {
  scanner.skipBlanks()
  scanner.expect('(')
  scanner.skipBlanks()
  const start = scanner.at
  const values = readElements(scanner, readElement)
  if (scanner.done || scanner.isNext(',') || scanner.isNext(')')) return values
  // The official client quotes values with a comma and does not escape quotes within them.
  scanner.at = start
  return readElements(scanner, readLooseElement)
}

function readElements(scanner: Scanner, read: (scanner: Scanner) => string): readonly string[] {
  const values: string[] = []
  do {
    values.push(read(scanner))
  } while (scanner.take(','))
  scanner.expect(')')
  scanner.skipBlanks()
  return values
}

/** Text up to the end of an element of a list. */
export const RAW = /[^,)]*/y

/** Reads a list element: quoted if the closing quote ends the element, else everything up to the next `,` or `)`. */
function readElement(scanner: Scanner): string {
  return readQuotedElement(scanner) ?? scanner.match(RAW) ?? ''
}

const LOOSELY_QUOTED = /"(?:[^"]|"(?![,)]))*"(?=[,)])/uy

const readLooseElement = (scanner: Scanner): string =>
  scanner.match(LOOSELY_QUOTED)?.slice(1, -1) ?? scanner.match(RAW) ?? ''

const QUOTED = /"(?:[^"\\]|\\.)*"(?=[,)]|$)/suy

export function readQuotedElement(scanner: Scanner): string | undefined {
  QUOTED.lastIndex = scanner.at
  return QUOTED.test(scanner.text) ? readQuoted(scanner) : undefined
}

function readToEnd(scanner: Scanner): string {
  const value = scanner.rest
  scanner.at = scanner.text.length
  return value
}
