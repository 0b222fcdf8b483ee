import { type SqlStatement, statementsOf } from './split-statements.ts'

/**
 * A part of a file: SQL that runs in a transaction, a statement that PostgreSQL refuses in one, or a COPY with its data.
 * The SQL begins with as many empty lines as there are lines before it in the file.
 */
export type SqlPart = { sql: string; kind: 'together' | 'alone' } | { sql: string; kind: 'copy'; data: string }

/** Splits a file where something else than SQL in a transaction begins. Throws for lines that only psql understands. */
export function partsOf(sql: string): SqlPart[] {
  if (!TELLTALE.test(sql)) return [{ kind: 'together', sql }]
  const parts: SqlPart[] = []
  const cut = new Cutter(sql)
  const statements = statementsOf(sql)
  const alone = statementsAlone(sql, statements)
  for (const statement of statements) {
    const { start, end, data, command } = statement
    if (!data && command === undefined && !alone.has(statement)) continue
    const before = cut.until(start)
    if (before.trim() !== '') parts.push({ kind: 'together', sql: before })
    if (command !== undefined) requireHarmless(command, cut.line)
    const own = cut.until(end)
    cut.skipTo(data?.next ?? end)
    if (data) parts.push({ kind: 'copy', sql: own, data: sql.slice(data.start, data.end) })
    else if (command === undefined) parts.push({ kind: 'alone', sql: own })
  }
  const rest = cut.until(sql.length)
  if (parts.length === 0 || rest.replaceAll(';', '').trim() !== '') parts.push({ kind: 'together', sql: rest })
  return parts
}

/** Whether a file has a statement that PostgreSQL refuses inside a transaction. */
export const hasStatementAlone = (sql: string): boolean =>
  TELLTALE.test(sql) && statementsAlone(sql, statementsOf(sql)).size > 0

/** Most files have nothing of the kind, and need not be taken apart. */
const TELLTALE =
  /\\|\b(?:stdin|concurrently|vacuum|cluster|reindex|tablespace|subscription|database|system|discard|prepared|value)\b/i

/** Takes one piece of a text after the other, each with the empty lines that keep its line numbers. */
class Cutter {
  readonly #sql: string
  #at = 0
  #line = 1

  constructor(sql: string) {
    this.#sql = sql
  }

  get line(): number {
    return this.#line
  }

  until(end: number): string {
    const piece = '\n'.repeat(this.#line - 1) + this.#sql.slice(this.#at, end)
    this.skipTo(end)
    return piece
  }

  skipTo(end: number) {
    this.#line += this.#sql.slice(this.#at, end).split('\n').length - 1
    this.#at = end
  }
}

/**
 * The statements that need their own place among transactions. A COMMIT of the file is one where a value that was added to an
 * enum before it is used behind it, since PostgreSQL uses no value that is not committed.
 */
function statementsAlone(sql: string, statements: readonly SqlStatement[]): Set<SqlStatement> {
  const alone = new Set(statements.filter(({ words }) => runsAlone(words)))
  for (const { start, end, words } of statements) {
    if (!/^alter type .*\badd value\b/.test(words.join(' '))) continue
    const [, value] = /'((?:[^']|'')+)'/.exec(sql.slice(start, end)) ?? []
    const commit = statements.find((later) => later.start > end && /^(?:commit|end)$/.test(later.words[0] ?? ''))
    if (commit && value !== undefined && sql.includes(`'${value}'`, commit.end)) alone.add(commit)
  }
  return alone
}

/** The statements that call `PreventInTransactionBlock` in PostgreSQL: src/backend/tcop/utility.c. */
function runsAlone([first = '', ...rest]: SqlStatement['words']): boolean {
  const [second = ''] = rest
  const kind = rest.find((word) => /^(index|table|schema|database|system)$/.test(word))
  switch (first) {
    case 'vacuum':
    case 'cluster':
      return true
    case 'reindex':
      return rest.includes('concurrently') || kind === 'schema' || kind === 'database' || kind === 'system'
    case 'create':
    case 'drop':
      if (/^(database|tablespace|subscription)$/.test(second)) return true
      return rest[second === 'unique' ? 1 : 0] === 'index' && rest.includes('concurrently')
    case 'alter':
      if (second === 'system' || second === 'subscription') return true
      if (second === 'database') return rest.join(' ').includes('set tablespace')
      return second === 'table' && rest.join(' ').includes('detach partition') && rest.at(-1) === 'concurrently'
    case 'discard':
      return second === 'all'
    case 'commit':
    case 'rollback':
      return second === 'prepared'
    default:
      return false
  }
}

/** Commands of psql that change nothing in the database, and its own variables. */
const HARMLESS =
  /^\\(?:(?:restrict|unrestrict|echo|qecho|warn|timing|pset|x|t|a)\b|set +[A-Z_]+\b|encoding +'?[Uu][Tt][Ff]-?8)/

function requireHarmless(command: string, line: number) {
  if (HARMLESS.test(command)) return
  const [name] = command.split(/\s/)
  throw new Error(`${name} (line ${line}) is a command of psql, which only psql can run`)
}
