import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isSmoke } from 'engine/testing'
import { type Database, embeddedDatabase, startWatchedEngine, type WatchedEngine } from 'engine/testing/database'

export type LargeAgency = WatchedEngine & { database: Database }

/** Serves a new embedded database with a large agency (large-agency.sql), and the portal, from this process. */
export async function startLargeAgency(): Promise<LargeAgency> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mainstreet-large-agency-'))
  // The folder is removed however this process ends, even if the database could not be filled.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  // Filling it takes minutes where the machine is busy.
  const database = await embeddedDatabase(join(dataDir, 'db'), { runawayMs: 10 * 60_000 })
  const site = { SITE_DIR: resolve('web/build/client') }
  const engine = await startWatchedEngine(database, dataDir, site, async () => {
    const sql = await largeAgency()
    await database.transaction({}, (tx) => tx.query(sql))
    // The statistics are updated now; the engine itself does so within ten minutes.
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

/** The SQL that fills the database. A smoke run has a thousandth of the rows; thousands within an id or a name stay. */
async function largeAgency(): Promise<string> {
  const sql = await readFile(join(import.meta.dirname, 'large-agency.sql'), 'utf8')
  return isSmoke ? sql.replace(/(?<![-\d'_])(\d+)000(?![-\d_'])/g, '$1') : sql
}
