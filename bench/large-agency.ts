import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Database, WatchedEngine } from 'engine/testing/database'

export type LargeAgency = WatchedEngine & { database: Database }

/**
 * Serves a new embedded database with a large agency in it (large-agency.sql), and the portal, from this process: by the code in the
 * working directory, which may be that of another commit.
 */
export async function startLargeAgency(): Promise<LargeAgency> {
  const { startWatchedEngine, embeddedDatabase } = await engineHere()
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
    await database.run({}, { text: 'analyze' })
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

/** The engine of the working directory, whichever its commit. */
function engineHere(): Promise<typeof import('engine/testing/database')> {
  return import(createRequire(join(process.cwd(), 'package.json')).resolve('engine/testing/database'))
}
