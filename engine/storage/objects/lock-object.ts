import type { Transaction, TransactionOptions } from '../../database/database.ts'
import type { ObjectPath } from '../http/path.ts'

/** Whoever writes to a key takes turns. Of several keys in the same order, so that none waits for who waits for it. */
export const takeTurns = (tx: Transaction, bucketId: string, keys: string[]) =>
  tx.query(
    `select pg_advisory_xact_lock(hashtextextended($1 || '/' || key, 0))
      from (select distinct key from unnest($2::text[]) as key order by key) as keys`,
    [bucketId, keys],
  )

/** The current row of a key, for whoever writes to it and must know which file it replaces. */
export async function lockObject(tx: Transaction, { bucketId, key }: ObjectPath) {
  await takeTurns(tx, bucketId, [key])
  const [row] = await tx.query<{ id: string; version: string | null; is_delete_marker: boolean }>(
    `select id, version, is_delete_marker from storage.objects
      where bucket_id = $1 and name = $2 and archived_at is null for update`,
    [bucketId, key],
  )
  return row
}

/** Lets the engine itself look in the middle of a caller's transaction. */
export async function asItself<T>(tx: Transaction, { caller }: TransactionOptions, look: () => Promise<T>): Promise<T> {
  if (!caller) return look()
  await tx.query('set local role none')
  const seen = await look()
  await tx.query("select set_config('role', $1, true)", [caller.role])
  return seen
}
