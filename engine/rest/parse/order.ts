import { readField, readName } from './column-names.ts'
import type { Field, OrderTerm } from './query.ts'
import type { Scanner } from './scanner.ts'

const DIRECTION = /\.(?:asc|desc)(?=[., \t]|$)/y
const NULLS = /\.(?:nullsfirst|nullslast)(?=[, \t]|$)/y
const RELATED_ORDER = /[^.,(]*\(/y

/** The `order` parameter: `name.desc.nullslast,directors(last_name)` (docs/wire/rest.md#ranges). */
export function readOrder(scanner: Scanner): readonly OrderTerm[] {
  const terms: OrderTerm[] = []
  do {
    scanner.skipBlanks()
    terms.push(readTerm(scanner))
    scanner.skipBlanks()
  } while (scanner.take(','))
  if (!scanner.done) scanner.fail('"asc", "desc", "nullsfirst" or "nullslast"')
  return terms
}

function readTerm(scanner: Scanner): OrderTerm {
  const what = readOrdered(scanner)
  const direction = scanner.match(DIRECTION)
  const nulls = scanner.match(NULLS)
  return {
    ...what,
    ...(direction === undefined ? {} : { direction: direction === '.asc' ? 'ASC' : 'DESC' }),
    ...(nulls === undefined ? {} : { nulls: nulls === '.nullsfirst' ? 'NULLS FIRST' : 'NULLS LAST' }),
  }
}

function readOrdered(scanner: Scanner): { field: Field; relation?: string } {
  if (!isRelated(scanner)) return { field: readField(scanner) }
  const relation = readName(scanner)
  scanner.expect('(')
  const field = readField(scanner)
  scanner.expect(')')
  return { field, relation }
}

function isRelated(scanner: Scanner): boolean {
  RELATED_ORDER.lastIndex = scanner.at
  return scanner.isNext('"') ? /^"(?:[^"\\]|\\.)*"\(/su.test(scanner.rest) : RELATED_ORDER.test(scanner.text)
}
