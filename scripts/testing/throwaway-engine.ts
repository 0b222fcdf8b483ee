import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SERVER_FLAGS } from 'engine'
import { copyFirstStart, freePort, quickHashing } from 'engine/testing'

const root = fileURLToPath(new URL('../../', import.meta.url))
const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 10_000

export interface RunningEngine {
  url: string
  dataDir: string
  stop(): Promise<void>
}

type Options = {
  /** The port; a free one by default. */
  port?: string | undefined
  projectDir?: string
  env?: Record<string, string>
  /** The name of its log file in test-results. */
  name?: string
}

/** Starts a temporary engine on the built site, filled with the seed; `stop()` leaves nothing behind but its log. */
export async function startEngine(options: Options = {}): Promise<RunningEngine> {
  await mustBeBuilt()
  const { port = String(await freePort()), projectDir = 'supabase', env, name = 'engine' } = options
  const url = `http://localhost:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'mainstreet-e2e-'))
  await copyFirstStart(dataDir, { program: join(root, 'main.ts'), seed: true })
  const logFile = join(root, 'test-results', `${name}.log`)
  await mkdir(join(root, 'test-results'), { recursive: true })
  const log = await open(logFile, 'w')

  const engine = spawn(process.execPath, [...SERVER_FLAGS, '--import', quickHashing, 'main.ts', '--seed'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: port,
      SITE_URL: url,
      DATA_DIR: dataDir,
      PROJECT_DIR: projectDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    // The engine stops when the IPC channel closes, however this process ends.
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  })
  const ended = once(engine, 'exit')
  await log.close()

  async function stop() {
    if (engine.exitCode === null && engine.signalCode === null) {
      engine.kill('SIGTERM')
      // A connection that stays open must not block the whole run.
      const patience = setTimeout(() => engine.kill('SIGKILL'), STOP_LIMIT_MS)
      await ended
      clearTimeout(patience)
    }
    await rm(dataDir, { recursive: true, force: true })
  }

  try {
    await answers(url, () => engine.exitCode ?? engine.signalCode)
  } catch (error) {
    await stop()
    throw new Error(`The engine did not start. Its last words:\n${await lastWords(logFile)}`, { cause: error })
  }
  return { url, dataDir, stop }
}

async function mustBeBuilt(): Promise<void> {
  try {
    await access(join(root, 'web/build/client/site.json'))
  } catch {
    throw new Error(
      'A browser needs the built site, and web/build/client is missing: run "npm run setup" first, or name a running Mainstreet in E2E_URL.',
    )
  }
}

async function answers(url: string, ending: () => number | string | null): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS
  while (Date.now() < limit) {
    const end = ending()
    if (end !== null) throw new Error(`It ended with ${end}.`)
    const response = await fetch(`${url}/health`).catch(() => undefined)
    if (response?.ok) return
    await sleep(50)
  }
  throw new Error(`${url}/health did not answer within ${START_LIMIT_MS / 1000} s.`)
}

async function lastWords(file: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  return text.split('\n').slice(-30).join('\n')
}
