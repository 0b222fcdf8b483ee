import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'

const RENEW_MS = 15_000

/**
 * Does the work unless another server is at it, and says whether it did. A server that is killed meanwhile loses its place
 * within a minute.
 */
export async function alone(database: Database, work: () => Promise<void>): Promise<boolean> {
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
  // What cannot be renewed was lost with the database, and the work fails by itself.
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
