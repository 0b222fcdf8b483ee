import pg from 'pg'

const MAX_ATTEMPTS = 3

/**
 * Runs a transaction again after a deadlock, as PostgreSQL advises: nothing of it was kept, and the other transaction
 * goes on. The work must do nothing else than that transaction.
 */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isDeadlock(error)) throw error
    }
  }
}

const DEADLOCK = '40P01'
export const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === DEADLOCK
