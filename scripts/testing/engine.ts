import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../backend/contract/free-port.ts'
import { freshDatabase } from '../../backend/contract/fresh-database.ts'
import { untilPrinted } from './until-printed.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server under test; everything else about it is to be found over the wire. */
    engine: { url: string; anonKey: string; serviceRoleKey: string; outboxDir: string }
  }
}

type Options = { projectDir?: string; seed?: boolean; rateLimits?: boolean }

/** A vitest global set-up: a server of its own on a fresh database, which is a new one in TEST_POSTGRES_URL if that is set. */
export function engineForTests({ projectDir = 'supabase', seed = false, rateLimits = false }: Options) {
  return async function setup(project: TestProject) {
    const dataDir = mkdtempSync(join(tmpdir(), 'mainstreet-test-'))
    const port = await freePort()
    const url = `http://localhost:${port}`
    const server = spawn('node', ['backend/main.ts', ...(seed ? ['--seed'] : [])], {
      env: {
        ...process.env,
        PORT: String(port),
        SITE_URL: url,
        DATA_DIR: dataDir,
        PROJECT_DIR: projectDir,
        RATE_LIMITS: rateLimits ? 'on' : 'off',
        LOG_LEVEL: 'warn',
        DATABASE_URL: process.env.TEST_POSTGRES_URL ? await freshDatabase(process.env.TEST_POSTGRES_URL) : '',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    await untilPrinted(server.stdout, 'Mainstreet is at')
    project.provide('engine', { url, ...(await keysOf(dataDir)), outboxDir: join(dataDir, 'outbox') })
    return async function teardown() {
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

/** The keys of a server whose files we can read; a hosted project would name its own. */
async function keysOf(dataDir: string) {
  const { loadKeys } = await import('../../backend/tokens/keys.ts')
  const { createTokens } = await import('../../backend/tokens/tokens.ts')
  const { anonKey, serviceRoleKey } = await createTokens(await loadKeys(join(dataDir, 'keys.json')))
  return { anonKey, serviceRoleKey }
}
