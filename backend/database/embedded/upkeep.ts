import type { Connections } from '../create-database.ts'
import type { Database } from '../database.ts'
import { refreshStatistics } from './statistics.ts'
import { vacuumNeglected } from './vacuum.ts'

/** So much changes little in between, and a look costs a millisecond or two. */
const LOOK_EVERY_MS = 10 * 60_000

/** What PostgreSQL has a process of its own for, now and then; the function it returns ends it. */
export function keepUp(
  database: Pick<Database, 'run'>,
  connections: Connections,
  everyMs = LOOK_EVERY_MS,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const look = () => {
    // A database that fails has more to say elsewhere; the next look comes anyway.
    running = running.then(() => upkeep(database, connections)).catch(() => undefined)
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function upkeep(database: Pick<Database, 'run'>, connections: Connections) {
  await vacuumNeglected(database, connections)
  await refreshStatistics(database)
}
