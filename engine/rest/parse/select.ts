import { readField, readJsonPath, readName, readWord } from './column-names.ts'
import { type Aggregate, aggregates, type SelectColumn, type SelectEmbed, type SelectItem } from './query.ts'
import { MAX_NESTING, type Scanner } from './scanner.ts'

const AGGREGATE = /(?:sum|avg|count|min|max)(?=\(\))/y

/** Reads the `select` parameter: columns and embedded resources with their aliases (docs/wire/rest.md#select). */
export function readSelect(scanner: Scanner): readonly SelectItem[] {
  const items = readItems(scanner, 0)
  if (!scanner.done) scanner.fail('"," or end of input')
  return items
}

function readItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth > MAX_NESTING) scanner.fail('fewer levels')
  const items: SelectItem[] = []
  scanner.skipBlanks()
  if (scanner.done || scanner.isNext(')')) return items
  do {
    items.push(readItem(scanner, depth))
    scanner.skipBlanks()
  } while (scanner.take(','))
  return items
}

function readItem(scanner: Scanner, depth: number): SelectItem {
  scanner.skipBlanks()
  if (scanner.take('...')) return readEmbed(scanner, depth, { name: readName(scanner), spread: true })
  if (scanner.take('*')) return endOfColumn(scanner, { kind: 'column', field: everything })
  const alias = readAlias(scanner)
  if (scanner.isNext('count()')) return readCount(scanner, alias)
  const name = readName(scanner)
  if (scanner.isNext('!') || scanner.isNext('(')) {
    return readEmbed(scanner, depth, { name, spread: false, ...alias })
  }
  return readColumn(scanner, name, alias)
}

const everything = { name: '*', path: [] }

function readAlias(scanner: Scanner): { alias?: string } {
  const start = scanner.at
  const alias = readName(scanner)
  if (scanner.isNext(':') && !scanner.isNext('::')) {
    scanner.at++
    scanner.skipBlanks()
    return { alias }
  }
  scanner.at = start
  return {}
}

function readCount(scanner: Scanner, alias: { alias?: string }): SelectColumn {
  return endOfColumn(scanner, { kind: 'column', field: everything, ...alias, ...readAggregate(scanner) })
}

function readColumn(scanner: Scanner, name: string, alias: { alias?: string }): SelectColumn {
  const path = readJsonPath(scanner)
  scanner.skipBlanks()
  const cast = readCast(scanner)
  const aggregate = scanner.take('.') ? readAggregate(scanner) : {}
  return endOfColumn(scanner, { kind: 'column', field: { name, path }, ...alias, ...cast, ...aggregate })
}

const readCast = (scanner: Scanner): { cast?: string } => (scanner.take('::') ? { cast: readWord(scanner) } : {})

function readAggregate(scanner: Scanner): { aggregate: Aggregate; aggregateCast?: string } {
  const aggregate = scanner.match(AGGREGATE) ?? ''
  if (!isAggregate(aggregate)) return scanner.fail('aggregate function (sum, avg, count, min, max)')
  scanner.expect('()')
  const { cast } = readCast(scanner)
  return { aggregate, ...(cast === undefined ? {} : { aggregateCast: cast }) }
}

const isAggregate = (name: string): name is Aggregate => Object.hasOwn(aggregates, name)

function endOfColumn(scanner: Scanner, column: SelectColumn): SelectColumn {
  scanner.skipBlanks()
  if (!scanner.done && !scanner.isNext(',') && !scanner.isNext(')')) {
    scanner.fail('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input')
  }
  return column
}

type EmbedHead = { name: string; alias?: string; spread: boolean }

function readEmbed(scanner: Scanner, depth: number, head: EmbedHead): SelectEmbed {
  const first = readEmbedParameter(scanner)
  const second = readEmbedParameter(scanner)
  scanner.skipBlanks()
  scanner.expect('(')
  const select = readItems(scanner, depth + 1)
  scanner.expect(')')
  return { kind: 'embed', ...head, ...second, ...first, select }
}

/**
 * Reads `!left`, `!inner` or `!hint`: a column, foreign key or junction table that picks one of several relationships.
 */
function readEmbedParameter(scanner: Scanner): { hint?: string; join?: 'left' | 'inner' } {
  if (!scanner.take('!')) return {}
  const name = readName(scanner)
  return name === 'left' || name === 'inner' ? { join: name } : { hint: name }
}

/** Reads `columns` and `on_conflict`: a list of plain names. */
export function readNames(scanner: Scanner): readonly string[] {
  const names: string[] = []
  do {
    names.push(readField(scanner).name)
  } while (scanner.take(','))
  if (!scanner.done) scanner.fail('"," or end of input')
  return names
}
