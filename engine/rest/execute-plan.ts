import type { Database, Statement, Transaction, TransactionOptions } from '../database/database.ts'
import { withRollback } from '../database/with-rollback.ts'
import { restErrors } from './errors.ts'
import { estimatedCount } from './estimated-count.ts'
import type { Explain } from './parse/accept.ts'
import type { ParsedRequest } from './parse/parse-request.ts'
import type { ReadPlan } from './plan/plan.ts'
import type { Plan } from './plan/plan-request.ts'
import type { RestConfig } from './rest-config.ts'
import {
  type Count,
  callStatement,
  type ResultRow,
  readStatement,
  seesAllRowsStatement,
  writeStatement,
} from './sql/statement.ts'
import { streamedRowsStatement } from './sql/streamed-rows.ts'
import { streamableFormat } from './streamed-read.ts'

/** A parsed request, its plan and the single statement that runs it. */
export type PlannedRequest = { parsed: ParsedRequest; plan: Plan; statement: Statement }

/** The single SQL statement of a plan. */
export function toStatement(parsed: ParsedRequest, plan: Plan, maxRows: number): Statement {
  const { preferences, method } = parsed
  const format = method === 'HEAD' ? undefined : plan.format
  const count = countOptions(parsed, maxRows)
  switch (plan.kind) {
    case 'read': {
      const long = streamableFormat(parsed, plan)
      if (long) return streamedRowsStatement(plan.read, long, count !== undefined)
      return readStatement(plan.read, { format, count })
    }
    case 'call':
      return callStatement(plan.call, plan.read, { format, count })
    case 'write': {
      const shown = preferences.return === 'representation' ? format : undefined
      const location = plan.write.kind === 'insert' && preferences.return === 'headers-only'
      return writeStatement(plan.write, plan.read, shown, location)
    }
  }
}

/** An estimated count is exact up to the most rows of one response; beyond that the planner estimates it. */
function countOptions({ preferences: { count } }: ParsedRequest, maxRows: number): Count | undefined {
  if (count === 'estimated') return { kind: count, upTo: maxRows }
  return count && { kind: count }
}

/** Runs the statement, and rolls it back where the caller's preferences reject the result. */
export async function execute(
  database: Database,
  options: Omit<TransactionOptions, 'readOnly'>,
  { parsed, plan, statement }: PlannedRequest,
  config: RestConfig,
): Promise<ResultRow> {
  const readOnly = isReadOnly(parsed, plan)
  const result = ([row]: ResultRow[]) => checkRowCounts(row, parsed, plan)
  const within = async (tx: Transaction) =>
    result(await tx.query<ResultRow>(statement.text, statement.values, statement))
  if (!readOnly && isRolledBack(parsed, config)) return withRollback(database, options, within)
  const count = countOptions(parsed, config.maxRows)
  if (plan.kind === 'read' && count && count.kind !== 'exact') {
    return database.transaction({ ...options, readOnly }, async (tx) => {
      const row = await within(tx)
      return { ...row, total: await estimatedCount(tx, plan.read, row, count) }
    })
  }
  if (readOnly || !isConditional(parsed, plan)) {
    return result(await database.run<ResultRow>({ ...options, readOnly }, statement))
  }
  return database.transaction(options, within)
}

/**
 * Shows the execution plan of the request; with `analyze` by running it. A plan reveals rows that row security hides
 * (estimated and discarded rows, the cheaper path), so only callers who may see all rows get one.
 */
export async function explain(
  database: Database,
  options: Omit<TransactionOptions, 'readOnly'>,
  { parsed, plan, statement: { text, values = [] } }: PlannedRequest,
  how: Explain,
  config: RestConfig,
): Promise<string> {
  const wanted = [`FORMAT ${how.format}`, ...how.options.map((option) => option.toUpperCase())]
  const statement = { text: `EXPLAIN (${wanted.join(', ')}) ${text}`, values }
  const readOnly = isReadOnly(parsed, plan)
  const work = async (tx: Transaction) => {
    const asking = seesAllRowsStatement(readPartOf(plan))
    const [seen] = await tx.query<{ sees_whole: boolean | null }>(asking.text, asking.values)
    if (!seen?.sees_whole) throw restErrors.planNotShown(plan.format.contentType)
    return tx.query<Explained>(statement.text, statement.values)
  }
  const rows =
    !readOnly && isRolledBack(parsed, config)
      ? await withRollback(database, options, work)
      : await database.transaction({ ...options, readOnly }, work)
  const lines = rows.map((row) => row['QUERY PLAN'])
  return how.format === 'JSON' ? JSON.stringify(lines[0]) : lines.join('\n')
}

/** The read part of a plan; undefined for a function, which may read anything. */
function readPartOf(plan: Plan): ReadPlan | undefined {
  if (plan.kind === 'call') return undefined
  return plan.kind === 'read' ? plan.read : { ...plan.read, where: [...plan.read.where, ...plan.write.where] }
}

type Explained = { 'QUERY PLAN': unknown }

/**
 * Whether the transaction is to be rolled back: by configuration, or by the caller where the configuration lets them
 * choose.
 */
export function isRolledBack({ preferences }: ParsedRequest, { transactionEnd }: RestConfig): boolean {
  const { rollback, mayBeOverridden } = transactionEnd
  return mayBeOverridden && preferences.tx !== undefined ? preferences.tx === 'rollback' : rollback
}

/** Whether the transaction is read-only: for reads, and for calls by GET or of a stable or immutable function. */
function isReadOnly({ method }: ParsedRequest, plan: Plan): boolean {
  if (plan.kind === 'call') return method !== 'POST' || plan.call.function.volatility !== 'volatile'
  return plan.kind === 'read'
}

/** Whether the result decides if the write is kept. */
const isConditional = ({ preferences }: ParsedRequest, plan: Plan): boolean =>
  plan.format.kind === 'object' ||
  (plan.kind === 'write' && plan.write.kind === 'put') ||
  (preferences.handling === 'strict' && preferences.maxAffected !== undefined)

function checkRowCounts(row: ResultRow | undefined, { preferences }: ParsedRequest, plan: Plan): ResultRow {
  if (!row) throw restErrors.internal()
  const rows = Number(row.page_total)
  if (plan.kind === 'write' && plan.write.kind === 'put') {
    if (rows !== 1) throw restErrors.putKeyMismatch()
    return row
  }
  if (plan.format.kind === 'object' && rows !== 1) throw restErrors.notSingular(rows)
  const { handling, maxAffected } = preferences
  if (handling === 'strict' && maxAffected !== undefined && limitsAffected(plan) && rows > maxAffected) {
    throw restErrors.tooManyAffected(rows)
  }
  return row
}

const limitsAffected = (plan: Plan): boolean =>
  plan.kind === 'call' || (plan.kind === 'write' && (plan.write.kind === 'update' || plan.write.kind === 'delete'))
