import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, vi } from 'vitest'
import { loadProject } from '../../assembly/config-toml.ts'
import { inProcessBus } from '../../bus/in-process-bus.ts'
import { postgresDatabase } from '../../database/postgres-database.ts'
import { stopInTime } from '../../gateway/stop-in-time.ts'
import { parseConfig } from '../../kernel/config/environment-variables.ts'
import { noMails } from '../../testing/no-mails.ts'
import { loadKeys } from '../../tokens/key-file.ts'
import { createTokens } from '../../tokens/tokens.ts'
import { functions } from '../index.ts'

/** Gives each test of a file a project of its own and a server that runs its functions. */
export function functionsBed() {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'functions-'))
    await writeFile(join(dir, 'config.toml'), '[edge_runtime.secrets]\nCITY = "Bath"\nCOUNTRY = "England"\n')
  })
  afterEach(() => rm(dir, { recursive: true }))

  return {
    path: (name: string) => join(dir, name),

    async write(name: string, source: string) {
      await mkdir(join(dir, 'functions', name), { recursive: true })
      await writeFile(join(dir, 'functions', name, 'index.ts'), source)
    },

    /** Starts a server with the functions of the project, and returns a way to call it with the anonymous key. */
    async serve(
      { env = {}, ...options }: Parameters<typeof functions>[1] & { env?: Record<string, string> } = {},
      projectDir = dir,
    ) {
      const tokens = await createTokens(await loadKeys(join(dir, 'data/keys.json')))
      const log: string[] = []
      const logger = { level: 'error', stream: { write: (line: string) => void log.push(line) } }
      const app = Fastify({ logger })
      app.decorate('config', parseConfig({ DATA_DIR: join(dir, 'data'), ...env }))
      app.decorate('project', await loadProject(projectDir))
      app.decorate('tokens', tokens)
      app.decorate('mails', { ...noMails, addAndSend: vi.fn(async () => {}) })
      app.decorate('bus', inProcessBus())
      app.decorate('database', postgresDatabase('postgresql://nowhere.test/none', 'Nobody'))
      stopInTime(app, options.stopMs ?? 10_000)
      app.register(functions, { prefix: '/functions/v1', ...options })
      const url = await app.listen({ port: 0, host: '127.0.0.1' })
      const headers = { authorization: `Bearer ${tokens.anonKey}` }
      return { app, log, url, headers, call: (path: string) => fetch(`${url}/functions/v1/${path}`, { headers }) }
    },
  }
}

/** JavaScript with which a function reaches its host. */
export const host = `globalThis[Symbol.for('edge-functions.host')]`

/** A function that never answers, and logs calls and their aborts. */
export const waitsUntilGone = `
  const seen = []
  export default { async fetch(request) {
    const name = request.url.split('/').at(-1)
    if (name === 'seen') return Response.json(seen)
    seen.push(name + ' there')
    request.signal.addEventListener('abort', () => seen.push(name + ' gone'))
    await new Promise(() => {})
  } }`
