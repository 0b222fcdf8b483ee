import type { Database, Statement, TransactionOptions } from '../database/database.ts'
import { restErrors } from './errors.ts'
import { expectedRows } from './expected-rows.ts'
import type { Asked } from './parse/parse-request.ts'
import type { Plan } from './plan/plan-request.ts'
import { callStatement, type ResultRow, readStatement, type Wanted, writeStatement } from './sql/statement.ts'

/** The one statement of a plan. */
export function toStatement(asked: Asked, plan: Plan, maxRows: number): Statement {
  const { preferences, method } = asked
  const format = method === 'HEAD' ? undefined : plan.format
  const count = counted(asked, maxRows)
  switch (plan.kind) {
    case 'read':
      return readStatement(plan.read, { format, count })
    case 'call':
      return callStatement(plan.call, plan.read, { format, count })
    case 'write': {
      const shown = preferences.return === 'representation' ? format : undefined
      const location = plan.write.kind === 'insert' && preferences.return === 'headers-only'
      return writeStatement(plan.write, plan.read, shown, location)
    }
  }
}

/** An estimate counts as far as one answer may reach; beyond that the planner is asked. */
function counted({ preferences }: Asked, maxRows: number): Wanted['count'] {
  if (preferences.count === 'estimated') return { moreThan: maxRows }
  return preferences.count === 'exact' ? 'all' : undefined
}

/** Runs the statement; what the caller did not allow to happen is rolled back. */
export async function execute(
  database: Database,
  options: Omit<TransactionOptions, 'readOnly'>,
  asked: Asked,
  plan: Plan,
  maxRows: number,
): Promise<ResultRow> {
  const statement = toStatement(asked, plan, maxRows)
  const readOnly = isReadOnly(asked, plan)
  if (plan.kind === 'read' && asksPlanner(asked)) {
    return database.transaction({ ...options, readOnly }, async (tx) => {
      const [row] = await tx.query<ResultRow>(statement.text, statement.values)
      const result = checked(row, asked, plan)
      return { ...result, total: await expectedRows(tx, plan.read, result.total, maxRows) }
    })
  }
  if (readOnly || !isConditional(asked, plan)) {
    const [row] = await database.run<ResultRow>({ ...options, readOnly }, statement)
    return checked(row, asked, plan)
  }
  return database.transaction(options, async (tx) => {
    const [row] = await tx.query<ResultRow>(statement.text, statement.values)
    return checked(row, asked, plan)
  })
}

const asksPlanner = ({ preferences }: Asked) => preferences.count === 'planned' || preferences.count === 'estimated'

/** A function that says it only reads is held to it, as are all calls by GET. */
function isReadOnly({ method }: Asked, plan: Plan): boolean {
  if (plan.kind === 'call') return method !== 'POST' || plan.call.function.volatility !== 'volatile'
  return plan.kind === 'read'
}

/** Whether the result may show that the write must not stay. */
const isConditional = ({ preferences }: Asked, plan: Plan): boolean =>
  plan.format.kind === 'object' ||
  (plan.kind === 'write' && plan.write.kind === 'put') ||
  (preferences.handling === 'strict' && preferences.maxAffected !== undefined)

function checked(row: ResultRow | undefined, { preferences }: Asked, plan: Plan): ResultRow {
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
