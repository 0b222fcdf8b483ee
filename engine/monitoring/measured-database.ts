import type { Database, Row, Statement, Transaction, TransactionOptions } from '../database/database.ts'

/** The times of one transaction in milliseconds: until it ended, and how long the database worked on it. */
export type TransactionTimes = { totalMs: number; workMs: number }

/** Wraps a database to report what its transactions cost. */
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
