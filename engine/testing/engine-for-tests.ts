import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { keysOf, startEngineProcess } from './engine-process.ts'
import { copyFirstStart } from './first-start.ts'
import { freshDatabase } from './fresh-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server under test; tests reach everything else through it. */
    engine: { url: string; anonKey: string; serviceRoleKey: string; outboxDir: string }
  }
}

/** Another server that the engine works with, and the variables that configure it. */
type Neighbour = { env: Record<string, string>; stop(): Promise<void> }

type Options = {
  /** The program to start; left out, the engine's own on the project of the wire tests. */
  program?: string
  seed?: boolean
  env?: Record<string, string>
  rateLimits?: boolean
  beside?: (project: TestProject) => Promise<Neighbour>
}

/**
 * A vitest global setup: a server of its own on a new database, in TEST_POSTGRES_URL if that is set, and through the
 * pooler of TEST_POOLER_URL (trials/pooler.ts).
 */
export function engineForTests({ program, seed = false, rateLimits = false, env, beside }: Options) {
  return async function setup(project: TestProject) {
    const dataDir = mkdtempSync(join(tmpdir(), 'engine-test-'))
    const { TEST_POSTGRES_URL, TEST_POOLER_URL } = process.env
    if (!TEST_POSTGRES_URL) await copyFirstStart(dataDir, { program, seed })
    const neighbour = await beside?.(project)
    const databaseUrl = TEST_POSTGRES_URL ? await freshDatabase(TEST_POSTGRES_URL) : ''
    const { pathname } = new URL(databaseUrl || 'postgresql:///')
    const server = await startEngineProcess({
      dataDir,
      program,
      seed,
      env: {
        ...neighbour?.env,
        ...env,
        RATE_LIMITS: rateLimits ? 'on' : 'off',
        DATABASE_URL: databaseUrl,
        DATABASE_POOLER_URL: TEST_POOLER_URL ? Object.assign(new URL(TEST_POOLER_URL), { pathname }).href : '',
      },
    })
    project.provide('engine', { url: server.url, ...(await keysOf(dataDir)), outboxDir: join(dataDir, 'outbox') })
    return async function teardown() {
      await server.end('SIGTERM')
      await neighbour?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
