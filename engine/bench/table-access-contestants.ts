import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { postgresDatabase } from '../database/postgres-database.ts'
import { processorMs } from '../testing/measuring/processor-time.ts'
import { startWatchedEngine } from '../testing/measuring/watched-engine.ts'
import { studioProject } from '../testing/paths.ts'
import { type PostgresServer, startPostgres } from '../testing/start-postgres.ts'
import { loadKeys } from '../tokens/key-file.ts'
import { type ServerProcess, startEngineServer, startServerProcess } from './server-process.ts'

export const names = ['engine', 'wire', 'lite'] as const
export type Name = (typeof names)[number]

export type Contestant = {
  name: Name
  server: ServerProcess
  headers: Record<string, string>
  /** The processor time of PostgreSQL so far; on PGlite it is part of the server's own. */
  databaseMs(): Promise<number>
}

export type Kind = 'PGlite' | 'PostgreSQL'

/**
 * Starts the engine, the limit and `@supabase/lite`, each as a process of its own: on one PostgreSQL, or each on its
 * own copy of a PGlite folder, which only one process can open.
 */
export async function startContestants(kind: Kind, opened: AsyncDisposableStack): Promise<Contestant[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'engine-table-access-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const template = join(dataDir, 'db')
  const postgres = kind === 'PostgreSQL' ? await durablePostgres(opened) : undefined
  const url = postgres?.url ?? ''
  const prepared = await prepare(url ? postgresDatabase(url) : await embeddedDatabase(template), dataDir, url)
  const { jwtSecret } = await loadKeys(join(dataDir, 'keys.json'))

  const env = async (name: Name) => {
    if (url) return { DATABASE_URL: url }
    const folder = join(dataDir, name, 'db')
    await cp(template, folder, { recursive: true })
    return { DATABASE_URL: '', DATABASE_FOLDER: folder }
  }
  const settings = { LOG_LEVEL: 'error', RATE_LIMITS: 'off', PROJECT_DIR: studioProject }
  const programs: Record<Name, () => Promise<ServerProcess>> = {
    engine: async () => {
      const where = await env('engine')
      const ownDir = join(dataDir, 'engine')
      await cp(join(dataDir, 'keys.json'), join(ownDir, 'keys.json'))
      return startEngineServer({ ...settings, ...where, DATA_DIR: ownDir })
    },
    wire: async () =>
      startServerProcess([join(import.meta.dirname, 'table-access-wire.ts')], {
        ...(await env('wire')),
        TOKEN: prepared.token,
      }),
    lite: async () =>
      startServerProcess([join(import.meta.dirname, 'table-access-lite.ts')], {
        ...(await env('lite')),
        JWT_SECRET: jwtSecret,
      }),
  }
  const tokens: Record<Name, string> = {
    engine: prepared.token,
    wire: prepared.token,
    lite: signedWith(jwtSecret, prepared.token),
  }
  return Promise.all(
    names.map(async (name) => ({
      name,
      server: opened.use(await programs[name]()),
      headers: { apikey: prepared.anonKey, authorization: `Bearer ${tokens[name]}` },
      databaseMs: async () => (postgres ? processorMs(postgres.pid) : 0),
    })),
  )
}

async function durablePostgres(opened: AsyncDisposableStack): Promise<PostgresServer> {
  const server = await startPostgres(undefined, { durable: true })
  opened.defer(() => server.stop())
  return server
}

/** Fills the database and signs Ana in. */
async function prepare(database: Database, dataDir: string, url: string) {
  const env = { DATABASE_URL: url, PROJECT_DIR: studioProject }
  const many = await readFile(join(import.meta.dirname, 'table-access.sql'), 'utf8')
  const engine = await startWatchedEngine(database, dataDir, env, () =>
    database.transaction({}, async (tx) => void (await tx.query(many))),
  )
  const answer = await fetch(`${engine.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: engine.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@north.test', password: 'north-and-south' }),
  })
  const { access_token: token }: { access_token: string } = JSON.parse(await answer.text())
  await engine.stop()
  await database.close()
  return { anonKey: engine.anonKey, token }
}

/** The same claims in a token that `@supabase/lite` can verify. */
function signedWith(secret: string, token: string): string {
  const head = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url')
  const signed = `${head}.${token.split('.').at(1)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
