import pg from 'pg'
import type { Database, Transaction, TransactionOptions } from '../database.ts'

/** Two starting processes take turns; the number is the same in every version. */
const LOCK = 'select pg_advisory_xact_lock(7236451)'

const DEADLOCK = '40P01'
const MOST_DEADLOCKS = 3

/**
 * Runs the work in one transaction, which is the database that the work is given. It is run again where that needs extensions
 * that the database had to be opened anew for, and where a running server's statements were in the way.
 */
export async function allOrNothing<T>(database: Database, work: (inside: Database) => Promise<T>): Promise<T> {
  for (let deadlocks = 0; ; ) {
    const wanted: string[] = []
    const always: Record<string, string> = {}
    try {
      const result = await database.transaction({}, async (tx) => {
        // Ahead of every other statement: two processes that have read something would wait for each other.
        await tx.query(LOCK)
        return work(inside(database, tx, { wanted, always }))
      })
      await database.always?.(always)
      return result
    } catch (error) {
      if (codeOf(error) === DEADLOCK && deadlocks++ < MOST_DEADLOCKS) continue
      if (wanted.length === 0 || !(await database.provide?.(wanted))) throw error
    }
  }
}

/** The SQLSTATE of what PostgreSQL refused, also where another error was made of it. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code
  return error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : undefined
}

type Noted = { wanted: string[]; always: Record<string, string> }

/** The database as it is inside one transaction. What cannot be done there is noted for afterwards. */
function inside(database: Database, tx: Transaction, { wanted, always }: Noted): Database {
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

/** What fails leaves the transaction as it was before. */
async function step<T>(
  tx: Transaction,
  always: Noted['always'],
  { settings }: TransactionOptions,
  work: () => Promise<T>,
): Promise<T> {
  await tx.query('savepoint step')
  try {
    // Each anew: what a step before left behind was reset.
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
