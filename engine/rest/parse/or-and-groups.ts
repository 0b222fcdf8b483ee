import { readField } from './column-names.ts'
import { OPERATORS, RAW, readOperatorExpression, readQuotedElement } from './filter.ts'
import type { Condition, Filter } from './query.ts'
import { MAX_NESTING, type Scanner } from './scanner.ts'

const LOGIC = /(?:not\.)?(?:and|or)[ \t]*(?=\()/y
const ARRAY = /\{[^{}]*\}/y

/** Reads the group of `or=(…)` and `and=(…)`, from its opening bracket to the end of the text. */
export function readGroup(scanner: Scanner, negated: boolean, operator: 'and' | 'or'): Condition {
  const group = readMembers(scanner, negated, operator, 0)
  if (!scanner.done) scanner.fail('end of input')
  return group
}

function readMembers(scanner: Scanner, negated: boolean, operator: 'and' | 'or', depth: number): Condition {
  if (depth > MAX_NESTING) scanner.fail('fewer levels')
  const members: Condition[] = []
  scanner.skipBlanks()
  scanner.expect('(')
  do {
    scanner.skipBlanks()
    members.push(readMember(scanner, depth))
    scanner.skipBlanks()
  } while (scanner.take(','))
  scanner.expect(')')
  scanner.skipBlanks()
  return { kind: 'group', negated, operator, members }
}

function readMember(scanner: Scanner, depth: number): Condition {
  const logic = scanner.match(LOGIC)
  if (logic === undefined) return readMemberFilter(scanner)
  const negated = logic.startsWith('not.')
  return readMembers(scanner, negated, logic.slice(negated ? 4 : 0).trim() === 'and' ? 'and' : 'or', depth + 1)
}

function readMemberFilter(scanner: Scanner): Filter {
  const field = readField(scanner)
  scanner.expect('.')
  const tested = readOperatorExpression(scanner, readMemberValue) ?? scanner.fail(OPERATORS)
  return { kind: 'filter', field, ...tested }
}

function readMemberValue(scanner: Scanner): string {
  return readQuotedElement(scanner) ?? scanner.match(ARRAY) ?? scanner.match(RAW) ?? ''
}
