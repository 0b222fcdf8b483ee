import type { Database, Transaction } from '../database/database.ts'

/**
 * The database as it is inside one transaction: whatever is done with it is kept, or not, with all the rest. It is not opened
 * anew meanwhile: extensions that it should have for that are noted in `wanted`.
 */
export function inside(database: Database, tx: Transaction, wanted: string[]): Database {
  const always: [name: string, value: string][] = []
  return {
    ...database,
    async always(settings) {
      always.push(...Object.entries(settings))
    },
    async provide(extensions) {
      wanted.push(...extensions)
      return false
    },
    transaction: (_options, work) => step(tx, always, () => work(tx)),
    run: (_options, { text, values }) => step(tx, always, () => tx.query(text, values)),
  }
}

/** What fails leaves the transaction as it was before. */
async function step<T>(tx: Transaction, settings: readonly [string, string][], work: () => Promise<T>): Promise<T> {
  await tx.query('savepoint step')
  try {
    // Each anew: what a step before left behind was reset.
    for (const setting of settings) await tx.query('select set_config($1, $2, true)', setting)
    const result = await work()
    await tx.query('release savepoint step')
    return result
  } catch (error) {
    await tx.query('rollback to savepoint step')
    throw error
  }
}
