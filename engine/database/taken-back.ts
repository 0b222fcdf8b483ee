import type { Database, Transaction, TransactionOptions } from './database.ts'

/**
 * What the work returns, with nothing of it kept: whether it is allowed, and what would come of it. What Postgres checks
 * only at the end of a transaction is checked too.
 */
export async function takenBack<T>(
  database: Database,
  options: TransactionOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const trial = new TakenBack()
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

/** Thrown so that a transaction ends without keeping anything. */
class TakenBack extends Error {}
