import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { copyFirstStart } from './first-start.ts'
import { freePort } from './free-port.ts'
import { contractProject, engineProgram, quickHashing } from './paths.ts'

type Options = {
  endsWith?: 'test' | 'file'
  program?: string
  project?: string
  /** The project with which the engine's own program has started in the folder before; null leaves the folder new. */
  begunWith?: string | null
}

/**
 * Processes of the engine for one test file, on a folder of its own, in which the engine's own program has started once
 * before unless a program or a project is given. Those that still run are ended after each test, or after the file.
 */
export async function enginePerFile(name: string, options: Options = {}) {
  const { endsWith = 'test', program = engineProgram, project = contractProject } = options
  const isDefault = program === engineProgram && project === contractProject
  const { begunWith = isDefault ? project : null } = options
  // Programs without Vitest load this file as well.
  const { afterAll, afterEach, expect, vi } = await import('vitest')
  const home = mkdtempSync(join(tmpdir(), `engine-${name}-`))
  const dataDir = join(home, 'data')
  const started: ChildProcess[] = []
  const endAll = async () => {
    for (const child of started.splice(0)) await kill(child)
  }
  if (endsWith === 'test') afterEach(endAll)
  afterAll(async () => {
    await endAll()
    rmSync(home, { recursive: true, force: true })
  })

  if (begunWith !== null) await copyFirstStart(dataDir, { project: begunWith })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`

  function run(env: Record<string, string> = {}, ...args: string[]) {
    const child = spawn(process.execPath, ['--import', quickHashing, program, ...args], {
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        PROJECT_DIR: project,
        DATABASE_URL: '',
        RATE_LIMITS: 'off',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    return { child, ended: end(child, child.stdout, child.stderr) }
  }

  return {
    home,
    dataDir,
    port,
    url,
    /** Starts a process that may fail. */
    run,
    /** Starts a process and waits until it answers. */
    async start(env?: Record<string, string>, ...args: string[]) {
      const { child } = run(env, ...args)
      const answers = async () => expect(await statusOf(`${url}/health`)).toBe(200)
      await vi.waitFor(answers, { timeout: 240_000, interval: 100 })
      return child
    },
    async anonKey() {
      const config = z.object({ supabaseAnonKey: z.string() }).parse(await (await fetch(`${url}/config.json`)).json())
      return config.supabaseAnonKey
    },
  }
}

/** Ends the process like a power cut. */
export async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

/** The output of a process and its exit code. */
async function end(child: ChildProcess, ...streams: Readable[]) {
  const [[code], ...words] = await Promise.all([once(child, 'close'), ...streams.map((stream) => text(stream))])
  return { code, words: words.join('') }
}
