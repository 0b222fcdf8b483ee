import type { Job, RunningEngine } from 'engine'
import { openPlace } from 'engine/maintenance'
import { serviceClient } from '../service-client.ts'
import { keepReceipts } from './erasure-receipts.ts'

const INTERVAL_MS = 60_000

/** Copies new receipts of erasures to the place of the backups, before the database is lost together with them. */
export function keepReceiptsJob(engine: RunningEngine, backupUrl: string): Job {
  let newest: string | undefined
  return {
    name: 'Receipts of erasures',
    everyMs: INTERVAL_MS,
    async run() {
      newest = await keepReceipts(serviceClient(engine), () => openPlace(backupUrl), newest)
    },
  }
}
