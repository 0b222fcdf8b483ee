import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWatchedEngine, type WatchedEngine } from '../engine/bench/watched-engine.ts'
import type { Database } from '../engine/database/database.ts'
import { embeddedDatabase } from '../engine/database/embedded/embedded.ts'
import { refreshStatistics } from '../engine/database/embedded/statistics.ts'

export type LargeAgency = WatchedEngine & { database: Database }

/** Serves a new embedded database with a large agency in it (large-agency.sql), from this process. */
export async function startLargeAgency(): Promise<LargeAgency> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mainstreet-large-agency-'))
  // However this process ends by itself, a database that could not be filled included.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const database = await embeddedDatabase(join(dataDir, 'db'))
  const engine = await startWatchedEngine(database, dataDir, {}, async () => {
    const sql = await readFile(new URL('large-agency.sql', import.meta.url), 'utf8')
    // Statement by statement: the engine takes one that runs for a minute for a runaway.
    await database.transaction({}, async (tx) => {
      for (const statement of sql.split(/(?<=;)\n/)) await tx.query(statement)
    })
    // As the engine does by itself within ten minutes.
    await refreshStatistics(database)
  })
  return {
    ...engine,
    database,
    async stop() {
      await engine.stop()
      await database.close()
    },
  }
}
