import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { SERVER_FLAGS } from '../assembly/node-flags.ts'
import { freePort } from './free-port.ts'
import { contractProject, engineProgram, quickHashing } from './paths.ts'
import { untilPrinted } from './until-printed.ts'

export type ProcessOptions = {
  /** The program to start; left out, the engine's own on the project of the wire tests. */
  program?: string | undefined
  dataDir: string
  seed: boolean
  env?: Record<string, string>
}

/** Starts a process of the engine on a free port, and waits until it answers. */
export async function startEngineProcess({ program, dataDir, seed, env }: ProcessOptions) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn(
    'node',
    [...SERVER_FLAGS, '--import', quickHashing, program ?? engineProgram, ...(seed ? ['--seed'] : [])],
    {
      env: {
        ...process.env,
        PORT: String(port),
        SITE_URL: url,
        DATA_DIR: dataDir,
        ...(!program && { PROJECT_DIR: contractProject }),
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  await untilPrinted(server.stdout, ' is at http')
  return {
    url,
    pid: server.pid,
    /** SIGKILL ends the process like a power cut. */
    async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      if (server.exitCode !== null || server.signalCode !== null) return
      const exited = once(server, 'exit')
      server.kill(signal)
      await exited
    },
  }
}

/** The keys of a server whose data folder is readable here. */
export async function keysOf(dataDir: string) {
  const { anonKey, serviceRoleKey } = await tokensOf(dataDir)
  return { anonKey, serviceRoleKey }
}

/** Signs and verifies the tokens of a server whose data folder is readable here. */
export async function tokensOf(dataDir: string) {
  const { loadKeys } = await import('../tokens/key-file.ts')
  const { createTokens } = await import('../tokens/tokens.ts')
  return createTokens(await loadKeys(join(dataDir, 'keys.json')))
}
