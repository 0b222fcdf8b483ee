import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keysOf, mainThreadMs, processMs, startEngineProcess, startPostgres, startRedis } from 'engine/testing'

export interface Server {
  readonly url: string
  /** As a power cut would. */
  kill(): Promise<void>
  /** Another process in its place, at another address. */
  restart(): Promise<void>
  /** Megabytes of memory that its process holds. */
  memory(): number
  /** Processor time that its process took so far. */
  cpuMs(): Promise<number>
  /** The part of it that its main thread took. */
  mainThreadMs(): Promise<number>
}

export interface Installation extends AsyncDisposable {
  servers: readonly [Server, ...Server[]]
  anonKey: string
  databaseUrl: string
  /** Of the PostgreSQL's main process, whose children serve. */
  databasePid: number
}

/**
 * A new installation of one or several processes on one PostgreSQL, filled with the seed, with its limits off; several
 * share a Redis. `more` is for their environment. Disposing of it leaves nothing behind.
 */
export async function startInstallation(processes: number, more: Record<string, string> = {}): Promise<Installation> {
  await using opened = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'mainstreet-bench-'))
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const postgres = await startPostgres()
  opened.defer(() => postgres.stop())
  const redis = processes > 1 ? await startRedis() : undefined
  opened.defer(() => redis?.stop())

  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis?.url ?? '', LOG_LEVEL: 'error', ...more }
  const start = () => startEngineProcess({ dataDir, program: 'main.ts', seed: true, env })
  const first = opened.use(await serverOf(start))
  const servers: [Server, ...Server[]] = [first]
  while (servers.length < processes) servers.push(opened.use(await serverOf(start)))

  const { anonKey } = await keysOf(dataDir)
  const closing = opened.move()
  return {
    servers,
    anonKey,
    databaseUrl: postgres.url,
    databasePid: postgres.pid,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

async function serverOf(start: () => ReturnType<typeof startEngineProcess>): Promise<Server & AsyncDisposable> {
  let running = await start()
  return {
    get url() {
      return running.url
    },
    kill: () => running.end('SIGKILL'),
    async restart() {
      running = await start()
    },
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(running.pid)], { encoding: 'utf8' })) / 1024,
    cpuMs: () => processMs(running.pid),
    mainThreadMs: () => mainThreadMs(running.pid),
    [Symbol.asyncDispose]: () => running.end('SIGTERM'),
  }
}
