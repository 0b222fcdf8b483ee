import type { Database, Transaction, TransactionOptions } from './database.ts'

/**
 * Runs the work and rolls it back: the result shows whether it is allowed and what it would do. Constraints that
 * Postgres checks only at the end of a transaction are checked too.
 */
export async function withRollback<T>(
  database: Database,
  options: TransactionOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const trial = new Rollback()
  const done = Promise.withResolvers<T>()
  try {
    await database.transaction(options, async (tx) => {
      const result = await work(tx)
      await tx.query('set constraints all immediate')
      done.resolve(result)
      throw trial
    })
  } catch (error) {
    if (error !== trial) throw error
  }
  return done.promise
}

/** Thrown to roll a transaction back. */
class Rollback extends Error {}
