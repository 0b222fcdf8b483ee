import type { Statement } from '../../database/database.ts'
import type { StoredBody } from '../answer/spooled-body.ts'
import type { Format } from '../parse/accept.ts'
import { aggregates, type CallPlan, type ReadPlan, type WritePlan } from '../plan/plan.ts'
import { callSql } from './call.ts'
import { countSql } from './count.ts'
import { literal, rowsLiteral, Values } from './quoting.ts'
import { readSql } from './read.ts'
import { arraySql, customSql, objectSql, rowsSql } from './response-format.ts'
import { isSearch, searchSql } from './search.ts'
import { seesAllRowsSql } from './sees-all-rows.ts'
import { INSERTED_COUNT, writeSql } from './write.ts'

/**
 * The one row that every statement returns: the whole response, built in the database
 * (docs/wire/rest.md#the-one-statement).
 */
export type ResultRow = {
  /** The number of rows without a limit; null where it was not requested, or exceeds the most that are counted. */
  total: string | null
  /** For an estimate: whether the caller may see every row, so that the planner's statistics are no secret to them. */
  sees_whole?: boolean | null
  page_total: string
  /** Null where a custom media type's function returns null. */
  body: string | Buffer | StoredBody | null
  response_headers: string | null
  response_status: string | null
  /** `key=eq.value` for each column of a new row's primary key. */
  location?: string[] | null
  /** Rows that an upsert inserted rather than merged. */
  inserted?: number | null
}

export const RESPONSE = `
    nullif(current_setting('response.headers', true), '') AS response_headers,
    nullif(current_setting('response.status', true), '') AS response_status`

/** A statement that returns a `ResultRow`. JSON stays text, because the body is passed on unparsed. */
export const resultStatement = (text: string, values: Values): Statement => ({
  text,
  values: values.all,
  jsonAsText: true,
})

/** The way to count the rows without a limit: `estimated` uses the planner beyond `upTo`. */
export type Count = { kind: 'exact' } | { kind: 'planned' } | { kind: 'estimated'; upTo: number }

export type ReadStatementOptions = {
  /** The format of the body; undefined for a response without one. */
  format: Format | undefined
  count: Count | undefined
}

export function readStatement(plan: ReadPlan, { format, count }: ReadStatementOptions): Statement {
  if (!format && count?.kind === 'exact' && isCountedAlone(plan)) return countStatement(plan)
  if (format && count?.kind === 'exact' && isSearch(plan)) return searchStatement(plan, format)
  const values = new Values()
  const rows = readSql(plan, values)
  const whole = count && count.kind !== 'exact' ? seesAllRowsSql(plan, values) : 'null::boolean'
  const total = count ? totalSql(plan, count, whole, values) : 'null::bigint'
  const text = `
  SELECT
    ${total} AS total,
    ${whole} AS sees_whole,
    count(*) AS page_total,
    ${rowsSql(format)} AS body,${RESPONSE}
  FROM (${rows}) AS _postgrest_t`
  return resultStatement(text, values)
}

/** The statement for a page and a count that both come from one reading of the table. */
function searchStatement(plan: ReadPlan, format: Format): Statement {
  const values = new Values()
  const { matched, page } = searchSql(plan, values)
  const text = `
  WITH ${matched}
  SELECT
    (SELECT count(*) FROM pgrst_matched) AS total,
    null::boolean AS sees_whole,
    count(*) AS page_total,
    ${rowsSql(format)} AS body,${RESPONSE}
  FROM (${page}) AS _postgrest_t`
  return resultStatement(text, values)
}

/** The statement for a count alone, which also returns the number of rows on the page. */
function countStatement(plan: ReadPlan): Statement {
  const values = new Values()
  const { order, range } = plan
  // Selected and ordering columns are not read, but have to exist and be readable for the caller.
  const columns = [...plan.columns, ...order.map(({ field }) => ({ kind: 'column' as const, field }))]
  const rows = readSql({ ...plan, columns, order: [], range: { offset: 0 } }, values)
  const after = range.offset === 0 ? 'count(*)' : `count(*) - ${rowsLiteral(range.offset, values)}`
  const most = range.limit === undefined ? '' : `, ${rowsLiteral(range.limit, values)}`
  const text = `
  SELECT
    count(*) AS total,
    null::boolean AS sees_whole,
    greatest(least(${after}${most}), 0) AS page_total,
    '' AS body,${RESPONSE}
  FROM (${rows}) AS _postgrest_t`
  return resultStatement(text, values)
}

const isCountedAlone = (plan: ReadPlan): boolean =>
  plan.from.kind === 'relation' && plan.embeds.length === 0 && !aggregates(plan)

/**
 * A page that is not full is the last one, so its end is the total; otherwise the rows are counted. An empty page says
 * nothing about the total, unless it is the first.
 */
function totalSql(plan: ReadPlan, count: Count, whole: string, values: Values): string {
  const { limit, offset } = plan.range
  if (limit === undefined && offset === 0) return 'count(*)'
  const counted = countedSql(plan, count, whole, values)
  const isLast = [
    ...(limit === undefined ? [] : [`count(*) < ${rowsLiteral(limit, values)}`]),
    ...(offset === 0 ? [] : ['count(*) > 0']),
  ].join(' AND ')
  const end = offset === 0 ? 'count(*)' : `count(*) + ${values.bind(String(offset))}`
  return `CASE WHEN ${isLast} THEN ${end} ELSE ${counted} END`
}

/**
 * The most rows that an estimate counts where the planner would reveal rows that the caller may not see
 * (docs/decisions/0027-what-a-count-may-tell.md).
 */
const MAX_COUNTED = 100_000

/** SQL for the count; null where there are more rows than are counted. */
function countedSql(plan: ReadPlan, count: Count, whole: string, values: Values): string {
  const rows = countSql(plan, values)
  if (count.kind === 'exact') return `(SELECT count(*) FROM (${rows}) AS pgrst_counted)`
  const upTo = count.kind === 'estimated' ? count.upTo : 0
  const few = `${values.bind(String(upTo + 1))}::bigint`
  const many = `${values.bind(String(Math.max(upTo, MAX_COUNTED) + 1))}::bigint`
  const enough = `LIMIT CASE WHEN ${whole} THEN ${few} ELSE ${many} END`
  return `(SELECT nullif(count(*), ${many}) FROM (${rows} ${enough}) AS pgrst_counted)`
}

/** The statement that asks the planner for its estimate of the rows. */
export function explainStatement(plan: ReadPlan): Statement {
  const values = new Values()
  return { text: `EXPLAIN (FORMAT JSON) ${countSql(plan, values)}`, values: values.all }
}

/** The statement that asks whether the caller may see every row that a plan reads. */
export function seesAllRowsStatement(plan: ReadPlan | undefined): Statement {
  const values = new Values()
  return { text: `SELECT ${seesAllRowsSql(plan, values)} AS sees_whole`, values: values.all }
}

export function writeStatement(
  write: WritePlan,
  read: ReadPlan,
  format: Format | undefined,
  location: boolean,
): Statement {
  const values = new Values()
  const source = writeSql(write, values)
  // Without a body the selected names must not matter, because RETURNING has not returned them.
  const rows = format ? readSql(read, values) : 'SELECT * FROM pgrst_source'
  const text = `
  WITH pgrst_source AS (${source})
  SELECT
    null::bigint AS total,
    count(*) AS page_total,
    ${rowsSql(format)} AS body,${RESPONSE},
    ${locationSql(write, location)} AS location,
    ${INSERTED_COUNT} AS inserted
  FROM (${rows}) AS _postgrest_t`
  return resultStatement(text, values)
}

/** SQL for the location of the one new row. */
function locationSql({ table: { primaryKey } }: WritePlan, wanted: boolean): string {
  if (!wanted || primaryKey.length === 0) return 'null::text[]'
  const keys = primaryKey.map(literal).join(', ')
  return `CASE WHEN count(*) = 1 THEN (
      SELECT array_agg(pair.key || '=' || COALESCE('eq.' || pair.value, 'is.null'))
      FROM json_each_text((SELECT row_to_json(one) FROM pgrst_source AS one LIMIT 1)) AS pair
      WHERE pair.key IN (${keys})
    ) END`
}

export function callStatement(call: CallPlan, read: ReadPlan, { format, count }: ReadStatementOptions): Statement {
  const values = new Values()
  const source = callSql(call, values)
  const rows = readSql(read, values)
  const { set } = call.function.returns
  const isCounted = count !== undefined && count.kind !== 'planned'
  const total = isCounted ? `(SELECT count(*) FROM (${countSql(read, values)}) AS pgrst_counted)` : 'null::bigint'
  const text = `
  WITH pgrst_source AS (${source})
  SELECT
    ${total} AS total,
    ${set ? 'count(*)' : 'greatest(count(*), 1)'} AS page_total,
    ${resultSql(call, format)} AS body,${RESPONSE}
  FROM (${rows}) AS _postgrest_t`
  return resultStatement(text, values)
}

/** SQL for the result of a function: a scalar is returned itself, not as a list. */
function resultSql({ function: { returns } }: CallPlan, format: Format | undefined): string {
  const row = returns.kind === 'composite' ? '_postgrest_t' : '_postgrest_t.pgrst_scalar'
  if (format?.kind === 'custom') return customSql(format.handler, row)
  if (format?.kind !== 'array' && format?.kind !== 'object') return rowsSql(format)
  return format.kind === 'object' || !returns.set ? objectSql(row, format.stripNulls) : arraySql(row, format.stripNulls)
}
