import type { Connections } from '../create-database.ts'
import type { Database } from '../database.ts'
import { checkpointWhenDue } from './checkpoint.ts'
import { refreshStatistics } from './statistics.ts'
import { vacuumNeglected } from './vacuum.ts'

/** So much changes little in between, and a look costs a millisecond or two. */
const LOOK_AT_TABLES_EVERY_MS = 10 * 60_000
/** An import writes some thirty megabytes a second; a look costs a third of a millisecond. */
const LOOK_AT_LOG_EVERY_MS = 2_000

/** What PostgreSQL has processes of its own for, now and then; the function it returns ends it. */
export function keepUp(
  database: Pick<Database, 'run'>,
  connections: Connections,
  { tablesMs = LOOK_AT_TABLES_EVERY_MS, logMs = LOOK_AT_LOG_EVERY_MS } = {},
): () => Promise<void> {
  const endings = [
    repeat(tablesMs, async () => {
      await vacuumNeglected(database, connections)
      await refreshStatistics(database)
    }),
    repeat(logMs, () => checkpointWhenDue(database, connections)),
  ]
  return async () => {
    await Promise.all(endings.map((end) => end()))
  }
}

/** One at a time: while one takes long, the others that would have been due are left out. */
function repeat(everyMs: number, look: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    // A database that fails has more to say elsewhere; the next look comes anyway.
    running ??= look()
      .catch(() => undefined)
      .then(() => {
        running = undefined
      })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
