import pg from 'pg'
import type { Database, Transaction, TransactionOptions } from '../database.ts'
import { isDeadlock } from '../retry-deadlocks.ts'

/** The key of the lock by which two starting processes take turns. It is the same in every version. */
const LOCK = 'select pg_advisory_xact_lock(7236451)'

const MAX_CONFLICTS = 5

/**
 * Runs the work in one transaction and passes that transaction as a database. It runs the work again where the database
 * had to be reopened to load extensions, and after a conflict that ends by itself.
 */
export async function inOneTransaction<T>(database: Database, work: (inside: Database) => Promise<T>): Promise<T> {
  for (let conflicts = 0; ; ) {
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
      if (isConflict(postgresError(error)) && conflicts++ < MAX_CONFLICTS) continue
      if (wanted.length === 0 || !(await database.provide?.(wanted))) throw error
    }
  }
}

const UNIQUE_VIOLATION = '23505'

/**
 * Whether the work succeeds when it is run again: after a deadlock with statements of a running server, and where a
 * start on another database of the same PostgreSQL server has changed the same role. Roles belong to the whole server,
 * which the lock of one database does not cover.
 */
function isConflict(error: pg.DatabaseError | undefined): boolean {
  if (isDeadlock(error)) return true
  if (error?.code === UNIQUE_VIOLATION) return error.schema === 'pg_catalog'
  // PostgreSQL has no code of its own for it, and its message is translated: src/backend/access/heap/heapam.c.
  return error?.routine === 'simple_heap_update' || error?.routine === 'simple_heap_delete'
}

/** The SQLSTATE of a PostgreSQL error, also where that is the cause of another error. */
export const codeOf = (error: unknown): string | undefined => postgresError(error)?.code

function postgresError(error: unknown): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error
  return error instanceof Error ? postgresError(error.cause) : undefined
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
