import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from '../../backend/contract/fresh-database.ts'
import { keysOf, startEngineProcess } from './engine-process.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'

type Options = { projectDir?: string; seed?: boolean }

/** Two processes of the engine on one PostgreSQL and one Redis, as several servers behind a load balancer would be. */
export async function startServers({ projectDir = 'supabase', seed = false }: Options) {
  const { TEST_POSTGRES_URL } = process.env
  const postgres = TEST_POSTGRES_URL ? undefined : await startPostgres()
  const redis = await startRedis()
  const databaseUrl = await freshDatabase(TEST_POSTGRES_URL ?? postgres?.url ?? '')
  const dataDir = mkdtempSync(join(tmpdir(), 'mainstreet-servers-'))
  const start = () =>
    startEngineProcess({ dataDir, projectDir, seed, env: { DATABASE_URL: databaseUrl, REDIS_URL: redis.url } })
  const one = await start()
  const other = await start()
  const started = [one, other]
  return {
    one,
    other,
    redis,
    ...(await keysOf(dataDir)),
    /** One more, for one that was ended. */
    async startAnother() {
      const another = await start()
      started.push(another)
      return another
    },
    async stop() {
      for (const server of started) await server.end('SIGTERM')
      await redis.stop()
      await postgres?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
