import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { WatchedEngine } from '../engine/bench/watched-engine.ts'
import type { Database } from '../engine/database/database.ts'

export type LargeAgency = WatchedEngine & { database: Database }

/**
 * Serves a new embedded database with a large agency in it (large-agency.sql), and the portal, from this process: by the code in the
 * working directory, which may be that of another commit.
 */
export async function startLargeAgency(): Promise<LargeAgency> {
  const { startWatchedEngine, embeddedDatabase, refreshStatistics } = await engineHere()
  const dataDir = await mkdtemp(join(tmpdir(), 'mainstreet-large-agency-'))
  // However this process ends by itself, a database that could not be filled included.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const database = await embeddedDatabase(join(dataDir, 'db'))
  const site = { SITE_DIR: resolve('web/build/client') }
  const engine = await startWatchedEngine(database, dataDir, site, async () => {
    const sql = await readFile('bench/large-agency.sql', 'utf8')
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

async function engineHere() {
  const watched: typeof import('../engine/bench/watched-engine.ts') = await import(
    resolve('engine/bench/watched-engine.ts')
  )
  const embedded: typeof import('../engine/database/embedded/embedded.ts') = await import(
    resolve('engine/database/embedded/embedded.ts')
  )
  const statistics: typeof import('../engine/database/embedded/statistics.ts') = await import(
    resolve('engine/database/embedded/statistics.ts')
  )
  return { ...watched, ...embedded, ...statistics }
}
