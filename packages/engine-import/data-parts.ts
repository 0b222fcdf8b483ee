import { statementsOf } from 'engine/feature'
import { BadDump } from './bad-dump.ts'

/** A table by its names in the dump, without quotes. */
export type TableName = { schema: string; name: string }

/** A part of a file of data. */
export type DataPart =
  /** Rows in the text format of COPY. */
  | { kind: 'copy'; table: TableName; columns: string[]; data: string; line: number }
  /** The end of an INSERT, from `values` on. */
  | { kind: 'insert'; table: TableName; columns: string[]; values: string; line: number }
  | { kind: 'sequence'; sequence: string; value: string; isCalled: boolean }

const NAME = String.raw`(?:"(?:[^"]|"")+"|[\w$]+)`
const COLUMNS = String.raw`\(\s*(?<columns>(?:${NAME}(?:\s*,\s*${NAME})*)?)\s*\)`
const ROWS = new RegExp(
  String.raw`^(?:copy|insert\s+into)\s+(?:only\s+)?(?:(?<schema>${NAME})\.)?(?<name>${NAME})\s*${COLUMNS}(?:\s*overriding\s+(?:system|user)\s+value)?\s*`,
  'i',
)
const SEQUENCE =
  /^select\s+(?:pg_catalog\.)?setval\s*\(\s*'((?:[^']|'')+)'(?:::\w+)?\s*,\s*(\d+)\s*,\s*(true|false)\s*\)$/i

/** The first words of statements that have no rows: settings of the session, and triggers, which are switched off anyway. */
const WITHOUT_ROWS =
  /^(?:set|reset|begin|commit|start transaction|select pg_catalog set_config|alter table .*trigger)\b/

/**
 * The rows of a file that `supabase db dump --data-only` or `pg_dump --data-only` wrote, as COPY or as INSERT. Throws
 * `BadDump` for any other statement.
 */
export function* dataParts(sql: string, file: string): Generator<DataPart> {
  let [at, line] = [0, 1]
  for (const { start, end, words, data, command } of statementsOf(sql)) {
    line += newlinesIn(sql.slice(at, start))
    at = start
    if (command !== undefined || WITHOUT_ROWS.test(words.join(' '))) continue
    const statement = sql.slice(start, end)
    const sequence = SEQUENCE.exec(statement)
    if (sequence) {
      const [, name = '', value = '', isCalled] = sequence
      yield {
        kind: 'sequence',
        sequence: name.replaceAll("''", "'"),
        value,
        isCalled: isCalled?.toLowerCase() === 'true',
      }
      continue
    }
    const rows = ROWS.exec(statement)
    if (!rows?.groups?.name) throw new BadDump(refusal(words, `${file}, line ${line}`))
    const { schema = 'public', name, columns = '' } = rows.groups
    const found = {
      table: { schema: unquoted(schema), name: unquoted(name) },
      columns: Array.from(columns.matchAll(new RegExp(NAME, 'g')), ([column]) => unquoted(column)),
      line,
    }
    if (data) yield { kind: 'copy', ...found, data: sql.slice(data.start, data.end) }
    else yield { kind: 'insert', ...found, values: statement.slice(rows[0].length) }
  }
}

function refusal([first = '', second = '']: readonly string[], place: string): string {
  if (/^(?:create|alter|comment|grant|revoke|drop)$/.test(first))
    return `${place}: ${first} ${second} is no data. The tables come from the migrations of PROJECT_DIR; write the file with: supabase db dump --data-only`
  if (first === 'insert') return `${place}: an INSERT without its columns. Dump with --column-inserts, or as COPY.`
  return `${place}: this statement is neither an INSERT nor a COPY of rows.`
}

const newlinesIn = (text: string) => text.split('\n').length - 1

/** A name as PostgreSQL reads it. */
const unquoted = (name: string) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase())
