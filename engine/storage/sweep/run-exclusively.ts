import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'

const RENEW_MS = 15_000

/**
 * Runs the work unless another server is running it, and returns whether it did. The lock of a killed server expires
 * within a minute.
 */
export async function runExclusively(database: Database, work: () => Promise<void>): Promise<boolean> {
  const self = randomUUID()
  const take = () =>
    database.run(
      {},
      {
        text: `update engine.file_store set swept_by = $1, swept_until = now() + interval '1 minute'
          where swept_by = $1 or swept_until is null or swept_until < now() returning id`,
        values: [self],
      },
    )
  if ((await take()).length === 0) return false
  // A lock that cannot be renewed was lost with the database connection, and then the work fails too.
  const renewing = setInterval(() => void take().catch(() => undefined), RENEW_MS)
  try {
    await work()
    return true
  } finally {
    clearInterval(renewing)
    await database.run(
      {},
      { text: 'update engine.file_store set swept_until = null where swept_by = $1', values: [self] },
    )
  }
}
