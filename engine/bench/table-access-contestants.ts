import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded.ts'
import { postgresDatabase } from '../database/postgres.ts'
import { engineProgram, studioProject } from '../testing/paths.ts'
import { startPostgres } from '../testing/postgres.ts'
import { loadKeys } from '../tokens/keys.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { asks, clientId } from './table-access-asks.ts'
import { type Sent, startWatchedEngine } from './watched-engine.ts'

export const names = ['engine', 'driver', 'lite'] as const
export type Name = (typeof names)[number]

export type Contestant = { name: Name; server: ServerProcess; headers: Record<string, string> }

export type Kind = 'PGlite' | 'PostgreSQL'

/**
 * The engine, the bare driver, and `@supabase/lite`, each in a process of its own: on one PostgreSQL together, or each
 * on its own copy of one PGlite folder, which only one process can have open.
 */
export async function startContestants(kind: Kind, opened: AsyncDisposableStack): Promise<Contestant[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'engine-table-access-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const template = join(dataDir, 'db')
  const url = kind === 'PostgreSQL' ? await postgres(opened) : ''
  const prepared = await prepare(url ? postgresDatabase(url) : await embeddedDatabase(template), dataDir, url)
  const { jwtSecret } = await loadKeys(join(dataDir, 'keys.json'))

  const env = async (name: Name) => {
    if (url) return { DATABASE_URL: url }
    const folder = join(dataDir, name, 'db')
    await cp(template, folder, { recursive: true })
    return { DATABASE_URL: '', DATABASE_FOLDER: folder }
  }
  const settings = { LOG_LEVEL: 'error', RATE_LIMITS: 'off', PROJECT_DIR: studioProject }
  const keys = { apikey: prepared.anonKey }
  const programs: Record<Name, () => Promise<ServerProcess>> = {
    engine: async () => {
      const where = await env('engine')
      const ownDir = join(dataDir, 'engine')
      await cp(join(dataDir, 'keys.json'), join(ownDir, 'keys.json'))
      return startServerProcess([engineProgram], { ...settings, ...where, DATA_DIR: ownDir })
    },
    driver: async () =>
      startServerProcess([join(import.meta.dirname, 'table-access-driver.ts')], {
        ...(await env('driver')),
        SENT_FILE: prepared.sentFile,
      }),
    lite: async () =>
      startServerProcess([join(import.meta.dirname, 'table-access-lite.ts')], {
        ...(await env('lite')),
        JWT_SECRET: jwtSecret,
      }),
  }
  const tokens: Record<Name, string> = {
    engine: prepared.token,
    driver: prepared.token,
    lite: signedWith(jwtSecret, prepared.token),
  }
  return Promise.all(
    names.map(async (name) => ({
      name,
      server: opened.use(await programs[name]()),
      headers: { ...keys, authorization: `Bearer ${tokens[name]}` },
    })),
  )
}

async function postgres(opened: AsyncDisposableStack): Promise<string> {
  const server = await startPostgres()
  opened.defer(() => server.stop())
  return server.url
}

/** Fills the database, signs Ana in, and writes down which statement the engine makes of each request. */
async function prepare(database: Database, dataDir: string, url: string) {
  const engine = await startWatchedEngine(database, dataDir, { DATABASE_URL: url, PROJECT_DIR: studioProject })
  const answer = await fetch(`${engine.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: engine.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@north.test', password: 'north-and-south' }),
  })
  const { access_token: token }: { access_token: string } = JSON.parse(await answer.text())

  const sent: Record<string, Sent | undefined> = {}
  const id = clientId(0)
  for (const { name, method, path, headers, body } of asks) {
    const all = await engine.sentDuring(async () => {
      const asked = { ...headers, apikey: engine.anonKey, authorization: `Bearer ${token}` }
      const { ok, status } = await fetch(engine.url + path(id), { method, headers: asked, body: body?.(id) ?? null })
      if (!ok) throw new Error(`${name} is answered with ${status}.`)
    })
    // The housekeeping of files may speak to the database meanwhile.
    sent[name] = all.find(({ statement }) => statement.text.includes(' AS body'))
  }
  await engine.stop()
  await database.close()
  const sentFile = join(dataDir, 'sent')
  await writeFile(sentFile, serialize(sent))
  return { anonKey: engine.anonKey, token, sentFile }
}

/** The same claims in a token of the kind that `@supabase/lite` verifies. */
function signedWith(secret: string, token: string): string {
  const head = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url')
  const signed = `${head}.${token.split('.').at(1)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
