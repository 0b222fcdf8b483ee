import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import type { BackupPlace } from 'engine/maintenance'
import { z } from 'zod'
import type { DataClient } from '../service-client.ts'
import { erasableKinds } from './erasure-subject.ts'

const RECEIPTS = /^erased-[\d-]{10}-[\da-f-]{36}\.receipt\.json$/

/**
 * The receipt of an erasure: when and how much was erased, requested or after thirty days; subject and files as hashes
 * only.
 */
export const receipt = z.object({
  id: z.uuid(),
  erased_at: z.iso.datetime({ offset: true }),
  kind: z.enum([...erasableKinds, 'deletion']),
  /** SHA-256 of the subject's id, and of the ids of others that were erased with it. */
  subject: z.string(),
  further_subjects: z.array(z.string()).default([]),
  /** Number of erased rows of each table. */
  rows: z.record(z.string(), z.number()),
  /** SHA-256 of each erased file. */
  files: z.array(z.string()),
})
export type Receipt = z.infer<typeof receipt>

/**
 * Copies the database's receipts since a time to the place of the backups, since a restored backup lacks the later ones.
 * Returns the time of the newest.
 */
export async function keepReceipts(
  db: DataClient,
  openPlace: () => Promise<BackupPlace>,
  since = '-infinity',
): Promise<string> {
  const { data, error } = await db.rpc('erasure_receipts', { since })
  if (error) throw new Error(error.message, { cause: error })
  const receipts = receipt.array().parse(data)
  if (receipts.length === 0) return since
  const place = await openPlace()
  const there = new Set((await place.list(RECEIPTS)).map(({ name }) => name))
  for (const one of receipts) {
    const name = nameOf(one)
    if (!there.has(name)) await place.write(name, Readable.from([`${JSON.stringify(one, null, 2)}\n`]))
  }
  return receipts.at(-1)?.erased_at ?? since
}

/** All receipts beside the backups. Throws an error that names the one that cannot be read. */
export async function readReceipts(place: BackupPlace): Promise<Receipt[]> {
  const kept = await place.list(RECEIPTS)
  return Promise.all(kept.map(({ name }) => readReceipt(place, name)))
}

async function readReceipt(place: BackupPlace, name: string): Promise<Receipt> {
  try {
    return receipt.parse(await json(await place.read(name)))
  } catch (cause) {
    const found = `${name} in ${place.address} cannot be read. It says what was erased, and has to be erased again.`
    throw new Error(`${found} Bring back a whole copy of it, or move it away if there is none.`, { cause })
  }
}

/** Receipts of erasures after an archive was made. */
export const receiptsSince = (receipts: readonly Receipt[], madeAt: string) =>
  receipts.filter(({ erased_at }) => Date.parse(erased_at) > Date.parse(madeAt))

const nameOf = ({ erased_at, id }: Receipt) => `erased-${erased_at.slice(0, 10)}-${id}.receipt.json`
