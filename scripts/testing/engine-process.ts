import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../engine/contract/free-port.ts'
import { untilPrinted } from './until-printed.ts'

type Options = { dataDir: string; projectDir: string; seed: boolean; env?: Record<string, string> }

/** A process of the engine on a free port, which answers. */
export async function startEngineProcess({ dataDir, projectDir, seed, env }: Options) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn('node', ['engine/main.ts', ...(seed ? ['--seed'] : [])], {
    env: {
      ...process.env,
      PORT: String(port),
      SITE_URL: url,
      DATA_DIR: dataDir,
      PROJECT_DIR: projectDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await untilPrinted(server.stdout, 'Mainstreet is at')
  return {
    url,
    pid: server.pid,
    /** SIGKILL ends it as a power cut would. */
    async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      if (server.exitCode !== null || server.signalCode !== null) return
      const exited = once(server, 'exit')
      server.kill(signal)
      await exited
    },
  }
}

/** The keys of a server whose files we can read; a hosted project would name its own. */
export async function keysOf(dataDir: string) {
  const { loadKeys } = await import('../../engine/tokens/keys.ts')
  const { createTokens } = await import('../../engine/tokens/tokens.ts')
  const { anonKey, serviceRoleKey } = await createTokens(await loadKeys(join(dataDir, 'keys.json')))
  return { anonKey, serviceRoleKey }
}
