import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Bus } from './bus/bus.ts'
import { openBus } from './bus/open-bus.ts'
import { type Config, ConfigError, parseConfig } from './config.ts'
import { type Database, DatabaseUnreachable } from './database/database.ts'
import { embeddedDatabase } from './database/embedded/embedded.ts'
import { migrate, seed } from './database/migrations.ts'
import { postgresDatabase } from './database/postgres.ts'
import { makeFirstAdmin } from './first-admin.ts'
import { loggedError } from './logged-error.ts'
import { createMailer } from './mail/mailer.ts'
import { loadProject, type Project } from './project.ts'
import { type Files, openFiles } from './storage/files/open-files.ts'
import { fillBuckets, makeBuckets } from './storage/project-buckets.ts'
import { loadKeys } from './tokens/keys.ts'
import { loadSigningKeys } from './tokens/signing-keys.ts'
import { createTokens } from './tokens/tokens.ts'

export type RunningServer = { url: string; stop(): Promise<void> }

/** `seed`: fills a new database from the project's `sql_paths`, and from further files of the project behind them. */
export type StartOptions = { seed: boolean; seedAlso?: readonly string[] }

/** Starts everything `env` asks for; throws an error whose message tells the operator what to do. */
export async function start(env: NodeJS.ProcessEnv, options: StartOptions): Promise<RunningServer> {
  const config = parseConfig(env)
  const project = await loadProject(config.projectDir)
  if (project.unknownSettings.length > 0) {
    console.log(`config.toml: not known here, and without effect: ${project.unknownSettings.join(', ')}.`)
  }
  const mailer = createMailer(config, project)
  const database = config.databaseUrl
    ? postgresDatabase(config.databaseUrl)
    : await embeddedDatabase(join(config.dataDir, 'db'))
  let files: Files | undefined
  let bus: Bus | undefined
  try {
    // Loaded while the database starts on its thread.
    const { buildServer } = await import('./server.ts')
    files = await openFiles(config)
    bus = await openBus(config.redisUrl)
    const given = { jwtSecret: config.jwtSecret, signing: await loadSigningKeys(project) }
    const tokens = await createTokens(await loadKeys(join(config.dataDir, 'keys.json'), given))
    await prepare({ database, files, project }, options)
    await makeFirstAdmin(database, project, config)
    const app = buildServer(
      { config, project, database, files, tokens, mailer, bus },
      { logger: { level: config.logLevel, serializers: { err: loggedError } }, trustProxy: config.trustedProxies },
    )
    await listen(app, config)
    const url = config.siteUrlGiven ? config.siteUrl : `http://localhost:${portOf(app.server.address())}`
    console.log(`Mainstreet is at ${url}`)
    return {
      url,
      async stop() {
        await app.close()
        await bus?.close()
        files?.store.close()
        await database.close()
      },
    }
  } catch (error) {
    await bus?.close()
    files?.store.close()
    await database.close()
    throw error instanceof DatabaseUnreachable && config.databaseUrl
      ? new ConfigError(`DATABASE_URL should be the address of a database that answers: ${error.message}.`)
      : error
  }
}

async function listen(app: FastifyInstance, { port, host }: Config) {
  try {
    await app.listen({ port, host })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new ConfigError(`PORT should be a free one: another program listens on ${host}:${port}.`)
  }
}

const portOf = (address: AddressInfo | string | null) => (typeof address === 'object' && address ? address.port : 0)

type Prepared = { database: Database; files: Files; project: Project }

async function prepare({ database, files, project }: Prepared, options: StartOptions) {
  const { applied, isNew } = await migrate(database, project.dir)
  if (applied.length > 0) console.log(`Database: ${applied.length} migrations applied.`)
  if (options.seed && isNew) {
    const paths = [...project.config.db.seed.sql_paths, ...(options.seedAlso ?? [])]
    const sources = await seed(database, project.dir, paths)
    console.log(`Database: filled from ${sources.join(', ')}.`)
  }
  await makeBuckets(database, project)
  if (options.seed && isNew) {
    const count = await fillBuckets({ database, files, project, log: console })
    if (count > 0) console.log(`Storage: filled with ${count} files.`)
  }
}
