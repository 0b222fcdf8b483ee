import type { Transaction, TransactionOptions } from '../../database/database.ts'
import type { ObjectPath } from '../http/object-path.ts'

/**
 * Locks the row of a key for a writer that must know which file it replaces. Writers of the same key wait for each
 * other.
 */
export async function lockObject(tx: Transaction, { bucketId, key }: ObjectPath) {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1 || '/' || $2, 0))", [bucketId, key])
  const [row] = await tx.query<{ id: string; version: string | null }>(
    'select id, version from storage.objects where bucket_id = $1 and name = $2 for update',
    [bucketId, key],
  )
  return row
}

/** Runs a query with the engine's own role within a caller's transaction. */
export async function withEngineRole<T>(
  tx: Transaction,
  { caller }: TransactionOptions,
  look: () => Promise<T>,
): Promise<T> {
  if (!caller) return look()
  await tx.query('set local role none')
  const seen = await look()
  await tx.query("select set_config('role', $1, true)", [caller.role])
  return seen
}
