/**
 * Measures large requests: a list of 5,000 rows, an insert of 5,000 rows, and an export of 100,000 rows as CSV, in one
 * run, under the row policies of a sample project, as one of its people. Compares the engine over HTTP, to the last
 * byte; on PostgreSQL the same statement in the same transaction with the bare driver; and the same rows by COPY, as in
 * psql. They run one at a time, in turn; the median of the rounds counts. The goal is 80 % of the statement's speed.
 * Memory is the peak of the engine's process, on PGlite including the database.
 *
 * Run: npm run bench -- large-requests [--write], where --write writes the table into
 * engine/docs/performance-tables.md. It takes less than two minutes.
 */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openingSteps } from '../database/create-database.ts'
import type { Statement } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { postgresDatabase } from '../database/postgres-database.ts'
import type { Step } from '../database/statement-batch.ts'
import { smokeSized } from '../testing/measuring/smoke-size.ts'
import { withTimeLimit } from '../testing/measuring/time-limit.ts'
import { type SentStatement, startWatchedEngine } from '../testing/measuring/watched-engine.ts'
import { report } from '../testing/measuring/write-results.ts'
import { studioProject } from '../testing/paths.ts'
import { startPostgres } from '../testing/start-postgres.ts'
import { type ServerProcess, startEngineServer } from './server-process.ts'

const LIMIT_MS = 110_000
const ROUNDS = smokeSized(7, 1)
const EXPORTED = smokeSized(100_000, 100)
const LISTED = smokeSized(5_000, 50)

const columns = 'id,name,email,phone,prospect_status,created_at'
const list = (limit: number) => `/rest/v1/clients?select=${columns}&order=created_at.desc&limit=${limit}`
const rows = (limit: number) => `select ${columns} from clients order by created_at desc limit ${limit}`
const newClients = JSON.stringify(
  Array.from({ length: LISTED }, (_, n) => ({
    name: `Bakery ${n}`,
    email: `b${n}@bakery.test`,
    phone: '(555) 010-0199',
  })),
)

const FILL = `
  insert into public.clients (studio_id, name, email, phone, prospect_status, created_at)
  select 'a0000000-0000-4000-8000-000000000001', 'Corner Shop ' || n, 'shop' || n || '@shops.test', '(555) 010-0100', 'active',
         now() - n * interval '1 second'
  from generate_series(1, ${EXPORTED}) as n;
  analyze public.clients`

type LargeRequest = { name: string; path: string; request?: RequestInit; copy?: string }

const asks: LargeRequest[] = [
  { name: 'list of 5,000', path: list(LISTED), copy: `copy (${rows(LISTED)}) to stdout` },
  {
    name: 'CSV of 100,000',
    path: list(EXPORTED),
    request: { headers: { accept: 'text/csv' } },
    copy: `copy (${rows(EXPORTED)}) to stdout (format csv, header)`,
  },
  {
    name: 'insert of 5,000',
    path: '/rest/v1/clients',
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'return=minimal' },
      body: newClients,
    },
  },
]

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } })

await withTimeLimit(LIMIT_MS, async (opened) => {
  const table = []
  const server = await startPostgres()
  opened.defer(() => server.stop())
  for (const databaseUrl of smokeSized([server.url, undefined], [server.url])) {
    const dataDir = await mkdtemp(join(tmpdir(), 'engine-large-requests-'))
    process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
    const settings = {
      DATABASE_URL: databaseUrl ?? '',
      DATA_DIR: dataDir,
      PROJECT_DIR: studioProject,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      PGRST_DB_MAX_ROWS: String(EXPORTED),
    }
    const { keys, sent } = await prepare(databaseUrl, dataDir, settings)
    const engine = opened.use(await startEngineServer(settings))
    const client =
      databaseUrl === undefined ? undefined : new pg.Client({ connectionString: databaseUrl, pipeline: true })
    await client?.connect()
    opened.defer(() => client?.end())
    for (const ask of asks) table.push(await compare(ask, { engine, keys, client, sent: sent.get(ask.name) }))
  }
  await report('large-requests', table, options)
  return true
})

type Parties = {
  engine: ServerProcess
  keys: Record<string, string>
  client: pg.Client | undefined
  sent: SentStatement | undefined
}

async function compare({ name, path, request, copy }: LargeRequest, { engine, keys, client, sent }: Parties) {
  if (!sent) throw new Error(`Nothing was sent for "${name}".`)
  const ways = {
    engine: async () => {
      const answer = await fetch(engine.url + path, { ...request, headers: { ...keys, ...request?.headers } })
      const { length } = await answer.text()
      if (!answer.ok) throw new Error(`${name} is answered with ${answer.status}.`)
      return length
    },
    ...(client && { statement: () => transaction(client, sent, sent.statement) }),
    ...(client && copy && { copy: () => transaction(client, sent, { text: copy }) }),
  }
  const before = await engine.peakMb()
  const times = new Map<string, number[]>(Object.keys(ways).map((way) => [way, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [way, work] of Object.entries(ways)) {
      const began = performance.now()
      await work()
      // The first round is not measured, since it only warms up.
      if (round > 0) times.get(way)?.push(performance.now() - began)
    }
  }
  const medians = new Map([...times].map(([way, some]) => [way, median(some)]))
  const whole = medians.get('engine') ?? Number.NaN
  const ms = (way: string) => rounded(medians.get(way))
  const share = (way: string) => rounded((100 * (medians.get(way) ?? Number.NaN)) / whole, ' %')
  return {
    on: client ? 'PostgreSQL' : 'PGlite',
    request: name,
    'engine, ms': ms('engine'),
    'statement, ms': ms('statement'),
    'COPY, ms': ms('copy'),
    'of the statement': share('statement'),
    'of COPY': share('copy'),
    'memory before, MB': String(before),
    'most memory, MB': String(await engine.peakMb()),
  }
}

/** Formats a figure; empty where nothing was measured. */
function rounded(number = Number.NaN, unit = '') {
  return Number.isNaN(number) ? '' : `${Math.round(number)}${unit}`
}

function median(some: readonly number[]) {
  return some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? Number.NaN
}

/** Runs a transaction as the engine sends it. */
async function transaction(client: pg.Client, { options: sent }: SentStatement, statement: Statement) {
  const steps: Step[] = [{ text: 'begin' }, ...openingSteps(sent), statement, { text: 'commit' }]
  await Promise.all(steps.map((step) => client.query({ ...step, values: [...(step.values ?? [])] })))
}

/** Fills the database, signs Ana in, and records which statement the engine makes of each request. */
async function prepare(url: string | undefined, dataDir: string, env: Record<string, string>) {
  const database = url === undefined ? await embeddedDatabase(join(dataDir, 'db')) : postgresDatabase(url)
  const engine = await startWatchedEngine(database, dataDir, env, () =>
    database.transaction({}, async (tx) => void (await tx.query(FILL))),
  )
  const signIn = await fetch(`${engine.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: engine.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@north.test', password: 'north-and-south' }),
  })
  const { access_token: token }: { access_token: string } = JSON.parse(await signIn.text())
  const keys = { apikey: engine.anonKey, authorization: `Bearer ${token}` }
  const sent = new Map<string, SentStatement>()
  for (const { name, path, request } of asks) {
    const all = await engine.sentDuring(async () => {
      const answer = await fetch(engine.url + path, { ...request, headers: { ...keys, ...request?.headers } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${name} is answered with ${answer.status}.`)
    })
    const one = all.find(({ statement }) => statement.text.includes(' AS body'))
    if (one) sent.set(name, one)
  }
  await engine.stop()
  await database.close()
  return { keys, sent }
}
