import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keysOf, type ProcessOptions, startEngineProcess } from './engine-process.ts'
import { freshDatabase } from './fresh-database.ts'
import { startPostgres } from './start-postgres.ts'
import { startRedis } from './start-redis.ts'

type Options = Partial<Pick<ProcessOptions, 'program' | 'seed' | 'env'>>

/** Starts two processes of the engine on one PostgreSQL and one Redis, like servers behind a load balancer. */
export async function startServers({ program, seed = false, env = {} }: Options = {}) {
  await using started = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'engine-servers-'))
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const redis = await startRedis()
  started.defer(redis.stop)
  const databaseUrl = await freshDatabase(process.env.TEST_POSTGRES_URL ?? (await ownPostgres()))
  const one = await start()
  const other = await start()
  const keys = await keysOf(dataDir)
  // An error before this line stops everything that was started.
  const all = started.move()

  return {
    one,
    other,
    redis,
    dataDir,
    ...keys,
    startAnother: (more?: Record<string, string>) => start(all, more),
    stop: () => all.disposeAsync(),
  }

  async function start(stack = started, more: Record<string, string> = {}) {
    const shared = { ...env, ...more, DATABASE_URL: databaseUrl, REDIS_URL: redis.url }
    const server = await startEngineProcess({ program, dataDir, seed, env: shared })
    stack.defer(() => server.end('SIGTERM'))
    return server
  }

  async function ownPostgres(): Promise<string> {
    const postgres = await startPostgres()
    started.defer(postgres.stop)
    return postgres.url
  }
}
