import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from 'engine/maintenance'
import { z } from 'zod'
import { serviceClient } from '../service-client.ts'
import { eraseForGood } from './erase-for-good.ts'
import { type Receipt, receipt } from './erasure-receipts.ts'
import { erasableKinds } from './erasure-subject.ts'

const fileIn = (dataDir: string) => join(dataDir, 'erase-again.json')
const subjects = z.array(z.object({ kind: z.enum(erasableKinds), subject: z.uuid() }))

/** Notes erasures that a restored backup does not know of; the next start repeats them. */
export const noteErasures = (dataDir: string, receipts: readonly Receipt[]) =>
  writeAtomically(fileIn(dataDir), JSON.stringify(receipts))

/**
 * Erases again what a restored backup brought back, before people are let in. Subjects that the database refuses to
 * erase, such as the last super admin, are logged and tried again at the next start.
 */
export async function eraseAgain(engine: Parameters<typeof serviceClient>[0], dataDir: string): Promise<void> {
  const receipts = await noted(dataDir)
  if (receipts.length === 0) return
  const db = serviceClient(engine)
  const { data, error } = await db.rpc('to_erase_again', { receipts })
  if (error) throw new Error(error.message, { cause: error })
  const back = subjects.parse(data)
  let failed = 0
  for (const { kind, subject } of back) {
    await eraseForGood(db, { kind, id: subject }).catch((error: unknown) => {
      failed++
      console.warn(`A ${kind} that was erased since this backup is back (${subject}): ${String(error)}`)
    })
  }
  console.log(`Erased again, as since this backup: ${back.length - failed}.`)
  if (failed === 0) await rm(fileIn(dataDir))
}

async function noted(dataDir: string): Promise<Receipt[]> {
  try {
    return receipt.array().parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new Error(`${fileIn(dataDir)} cannot be read: whom should be erased again after a backup was restored?`, {
      cause: error,
    })
  }
}
