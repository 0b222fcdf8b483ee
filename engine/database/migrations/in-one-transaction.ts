import pg from 'pg'
import type { Database, Transaction, TransactionOptions } from '../database.ts'

/** The key of the lock by which two starting processes take turns. It is the same in every version. */
const LOCK = 'select pg_advisory_xact_lock(7236451)'

const DEADLOCK = '40P01'
const MAX_DEADLOCKS = 3

/**
 * Runs the work in one transaction and passes that transaction as a database. It runs the work again where the database
 * had to be reopened to load extensions, and after a deadlock with statements of a running server.
 */
export async function inOneTransaction<T>(database: Database, work: (inside: Database) => Promise<T>): Promise<T> {
  for (let deadlocks = 0; ; ) {
    const wanted: string[] = []
    const always: Record<string, string> = {}
    try {
      const result = await database.transaction({}, async (tx) => {
        // Locked before any other statement: two processes that have both read something would wait for each other.
        await tx.query(LOCK)
        return work(inside(database, tx, { wanted, always }))
      })
      await database.always?.(always)
      return result
    } catch (error) {
      if (codeOf(error) === DEADLOCK && deadlocks++ < MAX_DEADLOCKS) continue
      if (wanted.length === 0 || !(await database.provide?.(wanted))) throw error
    }
  }
}

/** The SQLSTATE of a PostgreSQL error, also where that is the cause of another error. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code
  return error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : undefined
}

type Deferred = { wanted: string[]; always: Record<string, string> }

/** The database as seen inside one transaction. It notes what has to be done outside of it afterwards. */
function inside(database: Database, tx: Transaction, { wanted, always }: Deferred): Database {
  return {
    ...database,
    async always(settings) {
      Object.assign(always, settings)
    },
    async provide(extensions) {
      wanted.push(...extensions)
      return false
    },
    transaction: (options, work) => step(tx, always, options, () => work(tx)),
    run: (options, { text, values }) => step(tx, always, options, () => tx.query(text, values)),
  }
}

/** Runs a step inside a savepoint, so that a failure leaves the transaction as it was before. */
async function step<T>(
  tx: Transaction,
  always: Deferred['always'],
  { settings }: TransactionOptions,
  work: () => Promise<T>,
): Promise<T> {
  await tx.query('savepoint step')
  try {
    // The settings are set again for each step, because the step before may have reset them.
    for (const setting of Object.entries({ ...always, ...settings })) {
      await tx.query('select set_config($1, $2, true)', setting)
    }
    const result = await work()
    await tx.query('release savepoint step')
    return result
  } catch (error) {
    await tx.query('rollback to savepoint step')
    throw error
  }
}
