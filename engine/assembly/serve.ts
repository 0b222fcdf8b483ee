import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openBus } from '../bus/open-bus.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { skippedFiles } from '../database/migrations/migration-files.ts'
import type { AsRun } from '../database/migrations/migration-histories.ts'
import { seed } from '../database/migrations/seed.ts'
import { withFairShares } from '../database/scheduling/fair-database.ts'
import { checkServerVersion } from '../database/server-version.ts'
import { Draining } from '../gateway/draining.ts'
import { type Config, ConfigError } from '../kernel/config/environment-variables.ts'
import { ownUrlOf } from '../kernel/config/own-url.ts'
import { Slots } from '../kernel/page-slots.ts'
import type { RunningEngine } from '../kernel/running-engine.ts'
import { createMailer, type Mailer } from '../mail/mailer.ts'
import { logLines } from '../monitoring/logger-options.ts'
import { Metrics } from '../monitoring/metrics.ts'
import { type Files, openFiles } from '../storage/files/open-file-store.ts'
import { createBuckets, fillBuckets } from '../storage/project-buckets.ts'
import { agreeOnKeys } from '../tokens/keys-in-use.ts'
import { keysFileOf, openTokens, vaultKeyOf } from '../tokens/open-tokens.ts'
import { startRecurringWork } from './background-jobs.ts'
import { loadProject, type Project } from './config-toml.ts'
import { requireInstalled } from './features.ts'
import { buildServer } from './http-server.ts'
import type { Installation } from './installation.ts'
import { mistypedVariables } from './mistyped-variables.ts'
import { openToTools } from './tool-socket.ts'

/** Serves `database`. The caller must close it when this fails; otherwise `stop` closes it. */
export async function serve(config: Config, database: Database, installation: Installation): Promise<RunningEngine> {
  const project = await loadProject(config.projectDir, installation.env)
  requireInstalled(project.config)
  warnOfIneffectiveSettings(project, installation)
  const slots = new Slots()
  const mailer = createMailer(config, project.config, slots)
  const started = Promise.withResolvers<RunningEngine>()
  const draining = new Draining()
  await using starting = new AsyncDisposableStack()
  const files = await openFiles(config)
  starting.defer(() => files.store.close())
  const bus = await openBus(config.redisUrl, config.name)
  starting.defer(() => bus.close())
  const prepared = prepare({ database, files, project, config }, installation)
  prepared.catch(() => undefined) // The statement that awaits it below reports the error.
  if (config.databaseUrl) await prepared // An unreachable PostgreSQL is reported before any other error.
  const tokens = await openTokens(config, project)
  const agreed = prepared.then(() =>
    agreeOnKeys(database, tokens, { file: keysFileOf(config), isAlone: !config.databaseUrl }),
  )
  agreed.catch(() => undefined) // The hook that awaits it below reports the error.
  const { shared, metrics } = await withMetricsAndFairShares(database, config)
  const server = buildServer(
    { config, project, database: shared, files, tokens, mailer, bus, slots },
    {
      logger: await logLines(config.logLevel),
      draining,
      metrics,
      ...optionsOf(installation, started.promise),
    },
  )
  starting.defer(() => (server.server.listening ? server.close() : undefined))
  // The services are set up while the embedded database is still being opened, and read it only when it is ready.
  server.addHook('onReady', () => agreed.then(() => tokens.apiKeys.keepReading(database, server.log)))
  await listen(server, config)
  const running = new AsyncDisposableStack()
  const engine: RunningEngine = {
    ...addressesOf(server, config),
    anonKey: tokens.anonKey,
    serviceRoleKey: tokens.serviceRoleKey,
    config,
    drain: () => draining.begin(config.drainMs),
    stop: () => running.disposeAsync(),
  }
  // This step comes last: a server that could not start must not print what is shown only once.
  await installation.prepare?.(engine)
  starting.defer(() => installation.finish?.())
  starting.defer(() => slots.stop())
  const { slots: read } = installation.site ?? {}
  if (read) await slots.keepReading(() => read(engine))
  started.resolve(engine)
  starting.defer(await openToTools(database, tokens, config))
  const recurring = startRecurringWork(server, engine, installation)
  starting.defer(() => recurring.stop())
  running.defer(() => database.close())
  running.use(starting.move())
  console.log(`${config.name} is at ${engine.url}`)
  void warnIfMailServerFails(mailer)
  return engine
}

const optionsOf = ({ onPage, site, mayReadHealth }: Installation, started: Promise<RunningEngine>) => ({
  started,
  onPage,
  pages: site?.pages,
  mayReadDetails: mayReadHealth && (async (token: string) => mayReadHealth(await started, token)),
})

function warnOfIneffectiveSettings(project: Project, { env, variables = [] }: Installation) {
  for (const { name, meant } of mistypedVariables(env, project, variables)) {
    console.warn(`${name} is not a setting and has no effect. Did you mean ${meant}?`)
  }
  if (project.unknownSettings.length > 0) {
    console.log(`config.toml: unknown settings without effect: ${project.unknownSettings.join(', ')}.`)
  }
  if (project.misplacedSettings.length > 0) console.log(describeMisplacedSettings(project))
}

const describeMisplacedSettings = ({ misplacedSettings }: Project) =>
  `config.toml: the Supabase CLI knows no ${misplacedSettings.join(', ')}, and refuses the file. Move to engine.toml beside it, under the same sections.`

async function withMetricsAndFairShares(database: Database, config: Config) {
  const metrics = config.metricsToken === undefined ? undefined : await Metrics.open()
  const measured = metrics?.measure(database) ?? database
  return { metrics, shared: config.rateLimits ? withFairShares(measured) : measured }
}

async function listen(app: FastifyInstance, { port, host }: Config) {
  try {
    await app.listen({ port, host })
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    switch (error.code) {
      case 'EADDRINUSE':
        throw new ConfigError(`PORT should be a free one: another program listens on ${host}:${port}.`)
      case 'EACCES':
        throw new ConfigError(`PORT should be one that this user may listen on, from 1024 on: ${port} is not.`)
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        throw new ConfigError(`HOST should be an address of this machine, or 0.0.0.0 for all of them: ${host} is not.`)
    }
    throw error
  }
}

function addressesOf({ server }: FastifyInstance, config: Config): Pick<RunningEngine, 'url' | 'ownUrl'> {
  const port = portOf(server.address())
  return {
    url: config.siteUrlGiven ? config.siteUrl : `http://localhost:${port}`,
    ownUrl: ownUrlOf({ host: config.host, port }),
  }
}

const portOf = (address: AddressInfo | string | null) => (typeof address === 'object' && address ? address.port : 0)

type PreparationServices = { database: Database; files: Files; project: Project; config: Config }

async function prepare(
  { database, files, project, config }: PreparationServices,
  { seed: seeds, seedAlso }: Installation,
) {
  if (config.databaseUrl) await checkServerVersion(database)
  const filled = seeds ? seedFiles(project, seedAlso) : undefined
  const { applied, isNew, edited } = await migrate(database, project.dir, project.featureTables(vaultKeyOf(config)), {
    exposesNewTables: project.config.api.auto_expose_new_tables,
    vaultSecrets: project.config.db.vault,
    ...(filled && { fill: filled.fill }),
  })
  if (applied.length > 0) console.log(`Database: ${applied.length} migrations applied.`)
  for (const file of edited) {
    console.warn(`Database: ${file} was edited after it was applied, without effect: write a new migration for it.`)
  }
  for (const { file, why } of await skippedFiles(project.dir)) {
    console.warn(`Database: ${file} was skipped: ${why}.`)
  }
  if (isNew) filled?.sayFromWhat()
  await createBuckets(database, project)
  if (seeds && isNew) {
    const count = await fillBuckets({ database, files, project, log: console })
    if (count > 0) console.log(`Storage: filled with ${count} files.`)
  }
}

/** Fills a new database from the project's seeds, in the transaction that creates it. */
function seedFiles(project: Project, also: readonly string[] = []) {
  const { enabled, sql_paths } = project.config.db.seed
  const patterns = [...(enabled ? sql_paths : []), ...also]
  let sources: string[] = []
  return {
    async fill(inside: Database, asRun: AsRun) {
      sources = await seed(inside, project.dir, patterns, asRun)
    },
    sayFromWhat() {
      const from = sources.join(', ')
      console.log(from ? `Database: filled from ${from}.` : 'Database: there is no seed file to fill it from.')
    },
  }
}

/** A mail server that does not answer is only a warning: it may come later. */
async function warnIfMailServerFails(mailer: Mailer) {
  try {
    await mailer.check()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.warn(`Mail: no mail leaves until the server of MAIL_URL, or of config.toml, takes it (${reason}).`)
  }
}
