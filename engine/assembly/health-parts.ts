import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { diskHealth } from '../health/disk.ts'
import type { HealthPart } from '../health/health.ts'
import { diskFailure } from '../kernel/write-probe.ts'
import type { MailQueueApi } from '../mail/queue/mail-queue.ts'
import { StoreRefuses } from '../storage/files/file-store.ts'

/** Asking a bucket this often costs next to nothing. */
const STORAGE_CHECK_INTERVAL_MS = 5_000

/** The parts of every server's health. */
export async function engineHealthParts({
  config,
  database,
  files,
  mailer,
  mails,
  bus,
}: FastifyInstance): Promise<HealthPart[]> {
  const { dataDir, databaseUrl, storageUrl } = config
  const parts: HealthPart[] = [
    { name: 'database', isVital: true, check: () => explainWriteFailure(database.run({}, { text: 'select 1' })) },
    await diskHealth(dataDir, {
      databaseDir: databaseUrl ? undefined : join(dataDir, 'db'),
      isVital: !databaseUrl || !storageUrl,
    }),
    {
      name: 'storage',
      check: () => explainWriteFailure(files.store.check()),
      freshMs: storageUrl ? STORAGE_CHECK_INTERVAL_MS : undefined,
    },
    { name: 'mail', check: () => explainWriteFailure(mailer.check()), freshMs: mailer.checkedForMs },
    { name: 'mails', check: () => mailDelivery(mails), isConfidential: true },
  ]
  const { check } = bus
  // Without its Redis a process still serves its own connections.
  if (check) parts.push({ name: 'redis', check: () => explainWriteFailure(check()) })
  return parts
}

/** Reports undelivered mails; the server works all the same. */
async function mailDelivery(mails: MailQueueApi) {
  const counts = await mails.counts()
  return { status: counts.undelivered > 0 ? 'undelivered' : 'ok', counts }
}

/** Reports why a folder cannot be written to; other errors are thrown. */
async function explainWriteFailure(work: Promise<unknown>) {
  try {
    await work
    return { status: 'ok' }
  } catch (error) {
    const status = error instanceof StoreRefuses ? 'refused' : diskFailure(error)
    if (status === undefined) throw error
    return { status }
  }
}
