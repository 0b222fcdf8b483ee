import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyFirstStart, keysOf, startEngineProcess, startPostgres, startRedis } from 'engine/testing'

export interface Server {
  readonly url: string
  /** The process id. */
  readonly pid: number
  /** Kills the process as a power cut would. */
  kill(): Promise<void>
  /** Starts another process in place of this one, at another address. */
  restart(): Promise<void>
}

export interface Installation {
  servers: readonly [Server, ...Server[]]
  dataDir: string
  /** The environment of the installation's processes, for commands that run beside them. */
  env: Record<string, string>
  /** The URL of the PostgreSQL database; empty for the embedded one. */
  databaseUrl: string
  /** The process id of PostgreSQL's server. */
  postgresPid: number | undefined
  anonKey: string
  serviceRoleKey: string
}

type Options = {
  on: string
  /** The number of processes; several share a Redis. */
  processes?: number
  env?: Record<string, string>
}

/** Creates a folder that is removed when `opened` is closed. */
export async function temporaryFolder(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mainstreet-bench-'))
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/**
 * Starts a new installation on the `embedded` database or, under any other name, on a PostgreSQL of its own, filled
 * with the seed and with its limits off. Closing `opened` removes all of it.
 */
export async function startInstallation(
  opened: AsyncDisposableStack,
  { on, processes = 1, env: more = {} }: Options,
): Promise<Installation> {
  const dataDir = await temporaryFolder(opened)
  const postgres = on === 'embedded' ? undefined : await startPostgres()
  opened.defer(() => postgres?.stop())
  const redis = processes > 1 ? await startRedis() : undefined
  opened.defer(() => redis?.stop())

  const databaseUrl = postgres?.url ?? ''
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redis?.url ?? '', LOG_LEVEL: 'silent', ...more }
  const program = { program: 'main.ts', seed: true }
  if (on === 'embedded') await copyFirstStart(dataDir, program)
  const start = () => startEngineProcess({ ...program, dataDir, env })
  const servers: [Server, ...Server[]] = [await serverOf(start, opened)]
  while (servers.length < processes) servers.push(await serverOf(start, opened))
  return { servers, dataDir, env, databaseUrl, postgresPid: postgres?.pid, ...(await keysOf(dataDir)) }
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
    get pid() {
      return running.pid ?? 0
    },
    kill: () => running.end('SIGKILL'),
    async restart() {
      running = await start()
    },
  }
}

/** The name of an installation's database in the tables of figures. */
export const databaseName = (on: string): string =>
  on === 'embedded' ? 'embedded' : on === 'two' ? 'PostgreSQL, two servers' : 'PostgreSQL'
