import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keysOf, startEngineProcess, startPostgres, startRedis } from 'engine/testing'

export interface Server {
  readonly url: string
  /** Ends the process as a power cut would. */
  kill(): Promise<void>
  /** Starts another process in its place, at another address. */
  restart(): Promise<void>
}

export interface Installation {
  servers: readonly [Server, ...Server[]]
  dataDir: string
  /** The environment of its processes, for commands beside them. */
  env: Record<string, string>
  /** Empty on the embedded database. */
  databaseUrl: string
  anonKey: string
  serviceRoleKey: string
}

type Options = {
  on: string
  /** Several share a Redis. */
  processes?: number
  env?: Record<string, string>
}

/** A folder that is gone when `opened` is closed. */
export async function newFolder(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mainstreet-bench-'))
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/**
 * A new installation on the `embedded` database or, under any other name, on a PostgreSQL of its own, filled with the seed,
 * with its limits off. Closing `opened` leaves nothing of it behind.
 */
export async function startInstallation(
  opened: AsyncDisposableStack,
  { on, processes = 1, env: more = {} }: Options,
): Promise<Installation> {
  const dataDir = await newFolder(opened)
  const postgres = on === 'embedded' ? undefined : await startPostgres()
  opened.defer(() => postgres?.stop())
  const redis = processes > 1 ? await startRedis() : undefined
  opened.defer(() => redis?.stop())

  const databaseUrl = postgres?.url ?? ''
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redis?.url ?? '', LOG_LEVEL: 'silent', ...more }
  const start = () => startEngineProcess({ dataDir, program: 'main.ts', seed: true, env })
  const servers: [Server, ...Server[]] = [await serverOf(start, opened)]
  while (servers.length < processes) servers.push(await serverOf(start, opened))
  return { servers, dataDir, env, databaseUrl, ...(await keysOf(dataDir)) }
}

async function serverOf(
  start: () => ReturnType<typeof startEngineProcess>,
  opened: AsyncDisposableStack,
): Promise<Server> {
  let running = await start()
  opened.defer(() => running.end('SIGKILL'))
  return {
    get url() {
      return running.url
    },
    kill: () => running.end('SIGKILL'),
    async restart() {
      running = await start()
    },
  }
}

/** What a table calls the database that an installation is on. */
export const databaseName = (on: string): string =>
  on === 'embedded' ? 'embedded' : on === 'two' ? 'PostgreSQL, two servers' : 'PostgreSQL'
