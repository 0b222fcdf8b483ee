import type { Database, Row, Statement, Transaction, TransactionOptions } from '../database/database.ts'

/** Of one transaction, in milliseconds: until it was over, and for how long of that the database was at it. */
export type TransactionTimes = { totalMs: number; workMs: number }

/** The same database, which tells what its transactions cost. */
export function measuredDatabase(
  database: Database,
  { onBegin, onEnd }: { onBegin: () => void; onEnd: (times: TransactionTimes) => void },
): Database {
  async function measured<T>(options: TransactionOptions, work: (options: TransactionOptions) => Promise<T>) {
    const began = performance.now()
    let workMs = 0
    onBegin()
    try {
      return await work({
        ...options,
        onSpent(ms) {
          workMs += ms
          options.onSpent?.(ms)
        },
      })
    } finally {
      onEnd({ totalMs: performance.now() - began, workMs })
    }
  }
  return {
    ...database,
    run: <T extends Row>(options: TransactionOptions, statement: Statement) =>
      measured(options, (measuring) => database.run<T>(measuring, statement)),
    transaction: <T>(options: TransactionOptions, work: (tx: Transaction) => Promise<T>) =>
      measured(options, (measuring) => database.transaction(measuring, work)),
  }
}
