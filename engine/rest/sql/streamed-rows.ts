import type { Statement } from '../../database/database.ts'
import type { Format } from '../parse/accept.ts'
import type { ReadPlan } from '../plan/plan.ts'
import { countSql } from './count.ts'
import { Values } from './quoting.ts'
import { readSql } from './read.ts'
import { CSV_ROW, csvHeader, stripped } from './response-format.ts'
import { RESPONSE, resultStatement } from './statement.ts'

/** A format whose body is its rows, one after the other. */
export type StreamedFormat = Format & { kind: 'array' | 'csv' }

export const isStreamed = (format: Format): format is StreamedFormat => format.kind === 'array' || format.kind === 'csv'

/**
 * The same body as `readStatement`, one row at a time: each result row has a row of the body, the first also the
 * header. In the last result row both are null, and it has the remaining columns of a `ResultRow`.
 */
export function streamedRowsStatement(
  plan: ReadPlan,
  { kind, stripNulls }: StreamedFormat,
  isCounted: boolean,
): Statement {
  const values = new Values()
  const rows = readSql(plan, values)
  const row = kind === 'csv' ? CSV_ROW : stripped('row_to_json(_postgrest_t)', stripNulls)
  const above = kind === 'csv' ? `CASE row_number() OVER () WHEN 1 THEN ${csvHeader('_postgrest_t')} END` : 'null::text'
  const total = isCounted ? `(SELECT count(*) FROM (${countSql(plan, values)}) AS pgrst_counted)` : 'null::bigint'
  const text = `
  SELECT ${row} AS body, ${above} AS above, null::bigint AS total, null AS response_headers, null AS response_status
  FROM (${rows}) AS _postgrest_t
  UNION ALL
  SELECT null, null, ${total},${RESPONSE}`
  return resultStatement(text, values)
}

/** The text before, between and after the rows, as Postgres itself would write it. */
export const delimiters = ({ kind, stripNulls }: StreamedFormat): { before: string; between: string; after: string } =>
  kind === 'csv'
    ? { before: '\n', between: '\n', after: '' }
    : { before: '[', between: stripNulls ? ',' : ', \n ', after: ']' }
