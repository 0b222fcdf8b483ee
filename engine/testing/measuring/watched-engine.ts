import { join } from 'node:path'
import { loadProject } from '../../assembly/config-toml.ts'
import { featureTables } from '../../assembly/features.ts'
import { buildServer } from '../../assembly/http-server.ts'
import { inProcessBus } from '../../bus/in-process-bus.ts'
import type { Database, Statement, TransactionOptions } from '../../database/database.ts'
import { migrate } from '../../database/migrations/migrate.ts'
import { seed } from '../../database/migrations/seed.ts'
import { withFairShares } from '../../database/scheduling/fair-database.ts'
import { parseConfig } from '../../kernel/config/environment-variables.ts'
import { Slots } from '../../kernel/page-slots.ts'
import { createMailer } from '../../mail/mailer.ts'
import { openFiles } from '../../storage/files/open-file-store.ts'
import { loadKeys } from '../../tokens/key-file.ts'
import { createTokens } from '../../tokens/tokens.ts'
import { freePort } from '../free-port.ts'

/** One statement as the server sent it to the database, with its caller and all settings. */
export type SentStatement = { options: TransactionOptions; statement: Statement }

export type WatchedEngine = {
  url: string
  anonKey: string
  /** The statements that the server sent to the database during `work`. */
  sentDuring(work: () => Promise<unknown>): Promise<SentStatement[]>
  /** The database with the shares that callers have where limits are on. */
  shared: Database
  stop(): Promise<void>
}

/**
 * Serves a new database from this process, filled with the seed and by `fill` if given. The caller must close the
 * database. `env` are further settings.
 */
export async function startWatchedEngine(
  database: Database,
  dataDir: string,
  env: Record<string, string>,
  fill?: () => Promise<void>,
): Promise<WatchedEngine> {
  const port = await freePort()
  const config = parseConfig({ DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...env })
  const project = await loadProject(config.projectDir)
  const tokens = await createTokens(await loadKeys(join(dataDir, 'keys.json')))
  await migrate(database, project.dir, featureTables(project.config), {
    fill: async (inside, asRun) => {
      await seed(inside, project.dir, ['seed.sql'], asRun)
    },
  })
  await fill?.()

  const files = await openFiles(config)
  const { watched, sentDuring } = watch(database)
  const slots = new Slots()
  const app = buildServer(
    {
      config,
      project,
      database: watched,
      files,
      tokens,
      mailer: createMailer(config, project.config, slots),
      bus: inProcessBus(),
      slots,
    },
    { logger: { level: config.logLevel } },
  )
  await app.listen({ port, host: config.host })
  return {
    url: config.siteUrl,
    anonKey: tokens.anonKey,
    sentDuring,
    shared: withFairShares(database),
    async stop() {
      await app.close()
      files.store.close()
    },
  }
}

/** Wraps the database to record what is sent to it during `sentDuring`. */
function watch(database: Database) {
  let onSent: ((sent: SentStatement) => void) | undefined
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
      const sent: SentStatement[] = []
      onSent = (one) => sent.push(one)
      await work()
      onSent = undefined
      return sent
    },
  }
}
