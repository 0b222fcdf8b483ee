import type { Database, Statement, TransactionOptions } from '../database/database.ts'
import { restErrors } from './errors.ts'
import type { Asked } from './parse/parse-request.ts'
import type { Plan } from './plan/plan-request.ts'
import { callStatement, type ResultRow, readStatement, writeStatement } from './sql/statement.ts'

/** The one statement of a plan. */
export function toStatement(asked: Asked, plan: Plan): Statement {
  const { preferences, method } = asked
  const count = preferences.count === 'exact'
  const format = method === 'HEAD' ? undefined : plan.format
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

/** Runs the statement; what the caller did not allow to happen is rolled back. */
export async function execute(
  database: Database,
  options: Omit<TransactionOptions, 'readOnly'>,
  asked: Asked,
  plan: Plan,
): Promise<ResultRow> {
  const statement = toStatement(asked, plan)
  const readOnly = isReadOnly(asked, plan)
  if (readOnly || !isConditional(asked, plan)) {
    const [row] = await database.run<ResultRow>({ ...options, readOnly }, statement)
    return checked(row, asked, plan)
  }
  return database.transaction(options, async (tx) => {
    const [row] = await tx.query<ResultRow>(statement.text, statement.values)
    return checked(row, asked, plan)
  })
}

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
