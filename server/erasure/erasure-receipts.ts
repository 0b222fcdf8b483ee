import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { BackupPlace } from 'engine/maintenance'
import { z } from 'zod'

const RECEIPTS = /\.receipt\.json$/

/**
 * The receipt of an erasure: when and how much was erased, requested or after thirty days; subject and files as hashes
 * only.
 */
export const receipt = z.object({
  id: z.uuid(),
  erased_at: z.iso.datetime({ offset: true }),
  kind: z.enum(['client', 'person', 'agency', 'deletion']),
  /** SHA-256 of the subject's id. */
  subject: z.string(),
  /** Number of erased rows of each table. */
  rows: z.record(z.string(), z.number()),
  /** SHA-256 of each erased file. */
  files: z.array(z.string()),
})
export type Receipt = z.infer<typeof receipt>

/** Copies the database's receipts to the place of the backups, since a restored backup lacks the later ones. */
export async function keepReceipts(db: SupabaseClient, place: BackupPlace): Promise<void> {
  const { data, error } = await db.rpc('erasure_receipts')
  if (error) throw new Error(error.message, { cause: error })
  const there = new Set((await place.list(RECEIPTS)).map(({ name }) => name))
  for (const one of receipt.array().parse(data)) {
    const name = nameOf(one)
    if (!there.has(name)) await place.write(name, Readable.from([`${JSON.stringify(one, null, 2)}\n`]))
  }
}

/** Receipts of erasures after an archive was made. */
export async function receiptsSince(place: BackupPlace, madeAt: string): Promise<Receipt[]> {
  const kept = await place.list(RECEIPTS)
  const all = await Promise.all(kept.map(async ({ name }) => receipt.parse(await json(await place.read(name)))))
  return all.filter(({ erased_at }) => Date.parse(erased_at) > Date.parse(madeAt))
}

const nameOf = ({ erased_at, id }: Receipt) => `erased-${erased_at.slice(0, 10)}-${id}.receipt.json`
