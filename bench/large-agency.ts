import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProcessBus } from '../backend/bus/in-process-bus.ts'
import { parseConfig } from '../backend/config.ts'
import { freePort } from '../backend/contract/free-port.ts'
import type { Database, Statement, TransactionOptions } from '../backend/database/database.ts'
import { embeddedDatabase } from '../backend/database/embedded/embedded.ts'
import { refreshStatistics } from '../backend/database/embedded/statistics.ts'
import { migrate, seed } from '../backend/database/migrations.ts'
import { createMailer } from '../backend/mail/mailer.ts'
import { loadProject } from '../backend/project.ts'
import { buildServer } from '../backend/server.ts'
import { openFiles } from '../backend/storage/files/open-files.ts'
import { loadKeys } from '../backend/tokens/keys.ts'
import { createTokens } from '../backend/tokens/tokens.ts'

/** One statement as the server sent it to the database: with its caller and all its settings. */
export type Sent = { options: TransactionOptions; statement: Statement }

export type LargeAgency = {
  url: string
  anonKey: string
  database: Database
  /** What the server sent to the database during `work`. */
  sentDuring(work: () => Promise<unknown>): Promise<Sent[]>
  stop(): Promise<void>
}

/** Serves a new embedded database with a large agency in it (large-agency.sql), from this process. */
export async function startLargeAgency(): Promise<LargeAgency> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mainstreet-large-agency-'))
  // However this process ends by itself, a database that could not be filled included.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const config = parseConfig({ DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'error' })
  const project = await loadProject(config.projectDir)
  const tokens = await createTokens(await loadKeys(join(dataDir, 'keys.json')))
  const database = await embeddedDatabase(join(dataDir, 'db'))
  await migrate(database, project.dir)
  await seed(database, project.dir, ['seed.sql'])
  const sql = await readFile(new URL('large-agency.sql', import.meta.url), 'utf8')
  // Statement by statement: the engine takes one that runs for a minute for a runaway.
  await database.transaction({}, async (tx) => {
    for (const statement of sql.split(/(?<=;)\n/)) await tx.query(statement)
  })
  // As the engine does by itself within ten minutes.
  await refreshStatistics(database)

  const files = await openFiles(config)
  const { watched, sentDuring } = watch(database)
  const app = buildServer(
    { config, project, database: watched, files, tokens, mailer: createMailer(config, project), bus: inProcessBus() },
    { logger: { level: config.logLevel } },
  )
  await app.listen({ port, host: config.host })
  return {
    url: config.siteUrl,
    anonKey: tokens.anonKey,
    database,
    sentDuring,
    async stop() {
      await app.close()
      files.store.close()
      await database.close()
    },
  }
}

/** The database, and what is sent to it while somebody wants to know. */
function watch(database: Database) {
  let onSent: ((sent: Sent) => void) | undefined
  const watched: Database = {
    ...database,
    run(options, statement) {
      onSent?.({ options, statement })
      return database.run(options, statement)
    },
  }
  return {
    watched,
    async sentDuring(work: () => Promise<unknown>) {
      const sent: Sent[] = []
      onSent = (one) => sent.push(one)
      await work()
      onSent = undefined
      return sent
    },
  }
}
