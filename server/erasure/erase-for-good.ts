import * as erasure from '../../supabase/functions/_shared/erase-for-good.ts'
import type { DataClient } from '../service-client.ts'
import { type Receipt, receipt } from './erasure-receipts.ts'
import type { ErasureSubject } from './erasure-subject.ts'

const preview = receipt.pick({ rows: true })

/** The number of rows of each table, and of files, that an erasure would remove. Removes nothing. */
export async function countErasure(db: DataClient, subject: ErasureSubject) {
  const { rows } = preview.parse(await erasure.rowsToErase(db, subject))
  return { rows, files: (await erasure.filesToErase(db, subject)).length }
}

/** Erases for good by the service key, and in nobody's name. */
export const eraseForGood = async (
  db: DataClient,
  subject: ErasureSubject,
  onProgress?: (text: string) => void,
): Promise<Receipt> => receipt.parse(await erasure.eraseForGood(db, subject, onProgress))
