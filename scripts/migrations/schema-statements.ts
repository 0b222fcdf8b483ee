import type { SqlFiles } from 'engine/testing/database'
import { type ColumnDef, loadModule, type Node, parseSync, scanSync } from 'libpg-query'

/** One statement of the schemas; `text` includes the comment above it. */
export type Statement = { text: string; node: Node; file: string }

/** The statements of the schemas in their order, read by PostgreSQL's own parser. */
export async function statementsOf(files: SqlFiles): Promise<Statement[]> {
  await loadModule()
  return Array.from(files).flatMap(([file, sql]) => {
    // The parser's offsets count bytes.
    const bytes = Buffer.from(sql)
    let before = 0
    return (parseSync(sql).stmts ?? []).flatMap(({ stmt, stmt_location = 0, stmt_len }) => {
      const end = stmt_len ? stmt_location + stmt_len : bytes.length
      const comment = commentAbove(bytes.subarray(before, stmt_location).toString())
      const text = `${comment}${bytes.subarray(stmt_location, end).toString().trim()};`
      before = end + 1
      return stmt ? [{ text, node: stmt, file }] : []
    })
  })
}

/** The comment directly above a statement, without comments that an empty line separates. */
function commentAbove(text: string): string {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => line.trim() === '' && line !== lines.at(-1))
  const comment = lines.slice(last + 1).filter((line) => line.trim().startsWith('--'))
  return comment.map((line) => `${line}\n`).join('')
}

/** A column of a `create table`. */
export type ColumnText = { name: string; text: string; comment: string; needsValue: boolean }

/** The columns of a `create table`, verbatim, as `add column` accepts them. */
export function columnsOf({ text, node }: Statement): ColumnText[] {
  if (!('CreateStmt' in node)) return []
  const elements = node.CreateStmt.tableElts ?? []
  return elementsOf(text).flatMap(({ text, comment }, i) => {
    const element = elements[i]
    if (!element || !('ColumnDef' in element)) return []
    const name = element.ColumnDef.colname ?? ''
    return [{ name, text, comment, needsValue: needsValue(element.ColumnDef) }]
  })
}

function needsValue({ constraints = [] }: ColumnDef): boolean {
  const kinds = constraints.map((one) => ('Constraint' in one ? one.Constraint.contype : undefined))
  const isRequired = kinds.some((kind) => kind === 'CONSTR_NOTNULL' || kind === 'CONSTR_PRIMARY')
  const isFilled = kinds.some(
    (kind) => kind === 'CONSTR_DEFAULT' || kind === 'CONSTR_IDENTITY' || kind === 'CONSTR_GENERATED',
  )
  return isRequired && !isFilled
}

/** The comma-separated elements between the outer parentheses of a statement. */
function elementsOf(sql: string): { text: string; comment: string }[] {
  const bytes = Buffer.from(sql)
  const elements: { start: number; end: number; comments: string[] }[] = []
  let depth = 0
  let isNext = false
  let comments: string[] = []
  for (const { text, start, end, tokenName } of scanSync(sql).tokens) {
    if (tokenName === 'SQL_COMMENT' || tokenName === 'C_COMMENT') {
      // A comment after a comma, on the same line, belongs to the previous element.
      const isOnItsOwnLine = /\n\s*$/.test(bytes.subarray(0, start).toString())
      if (depth === 1 && isNext && isOnItsOwnLine) comments.push(text)
      continue
    }
    if (text === ')') depth -= 1
    if (depth === 0 && text === ')') break
    const current = elements.at(-1)
    if (depth === 1 && text === ',') isNext = true
    else if (depth >= 1 && isNext) {
      elements.push({ start, end, comments })
      comments = []
      isNext = false
    } else if (depth >= 1 && current) current.end = end
    if (text === '(') {
      if (depth === 0) isNext = true
      depth += 1
    }
  }
  return elements.map(({ start, end, comments }) => ({
    text: withOneBlank(bytes.subarray(start, end).toString()),
    comment: comments.map((line) => `${line}\n`).join(''),
  }))
}

/** Removes the alignment of column types, which the schemas use. */
const withOneBlank = (text: string) => text.replace(/^(\S+) +/, '$1 ')
