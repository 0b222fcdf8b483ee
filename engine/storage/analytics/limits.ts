import type { Transaction } from '../../database/database.ts'
import { icebergErrors } from './errors.ts'

/** Those who make something take turns, so that each counts right; the number is the same in every version. */
const LOCK = 'select pg_advisory_xact_lock(7236452)'

const counts = {
  catalog: 'select count(*)::int as there from storage.buckets_analytics',
  namespace: 'select count(*)::int as there from storage.iceberg_namespaces',
  table: 'select count(*)::int as there from storage.iceberg_tables where namespace_id = $1',
} as const

/** Throws where there are more now than config.toml allows. `of`: the namespace of tables. */
export async function requireRoom(tx: Transaction, what: keyof typeof counts, most: number, of?: string) {
  await tx.query(LOCK)
  const [row] = await tx.query<{ there: number }>(counts[what], of === undefined ? [] : [of])
  if (row && row.there > most) throw icebergErrors.tooMany(what, most)
}
