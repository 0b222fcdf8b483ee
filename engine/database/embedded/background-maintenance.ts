import type { Connections } from '../create-database.ts'
import type { Database } from '../database.ts'
import { refreshStatistics } from './analyze-tables.ts'
import { checkpointWhenDue } from './checkpoint.ts'
import { vacuumTables } from './vacuum-tables.ts'

/** The interval of checking tables: they change little within ten minutes, and a check costs a millisecond or two. */
const TABLE_CHECK_INTERVAL_MS = 10 * 60_000
/**
 * The interval of checking the write-ahead log: an import writes some thirty megabytes a second, and a check costs a
 * third of a millisecond.
 */
const LOG_CHECK_INTERVAL_MS = 2_000

/** Does the housekeeping for which PostgreSQL has processes of its own. The returned function stops it. */
export function startMaintenance(
  database: Pick<Database, 'run'>,
  connections: Connections,
  { tablesMs = TABLE_CHECK_INTERVAL_MS, logMs = LOG_CHECK_INTERVAL_MS } = {},
): () => Promise<void> {
  const endings = [
    repeat(tablesMs, async () => {
      await vacuumTables(database, connections)
      await refreshStatistics(database)
    }),
    repeat(logMs, () => checkpointWhenDue(database, connections)),
  ]
  return async () => {
    await Promise.all(endings.map((end) => end()))
  }
}

/** Runs one check at a time: checks that fall due during a slow one are skipped. */
function repeat(everyMs: number, look: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    // A failing database is reported elsewhere, and the next check comes anyway.
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
