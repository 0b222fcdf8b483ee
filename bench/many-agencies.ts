/**
 * Measures what the lists of an agency cost where it is alone on an installation and where it is one of many of its size:
 * 1,000 clients or --clients, and for each five projects, ten steps and twenty updates, their rows scattered among each other. Two
 * databases on PostgreSQL with its default settings (128 MB of shared buffers) are asked in turn, over HTTP, by one of
 * the staff and by a super admin; p50 / p95 in ms, and, less changed by a busy machine, the database's processor time of a
 * request and the blocks of 8 KB that its statements touch.
 *
 * Run: npm run bench -- many-agencies [agencies] [words] [--clients 300] [--explain] [--write], with 100 agencies unless told
 * otherwise, only the requests with these words in their name, and --explain for the query plans among many.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { percentile, processorMs, report, smokeSized, startPostgres, withTimeLimit } from 'engine/testing'
import {
  connectTo,
  type Database,
  postgresDatabase,
  startWatchedEngine,
  type WatchedEngine,
} from 'engine/testing/database'
import { asksInAgency } from './agency-requests.ts'
import { type Ask, send } from './portal-requests.ts'
import { signIn } from './sign-in-person.ts'
import { temporaryFolder } from './start-installation.ts'

const { values: options, positionals } = parseArgs({
  options: { clients: { type: 'string' }, explain: { type: 'boolean' }, write: { type: 'boolean' } },
  allowPositionals: true,
})
const AGENCIES = smokeSized(Number(positionals[0] ?? 100), 3)
const words = positionals.slice(1).join(' ')
const ROUNDS = smokeSized(30, 1)
const WARM_UP_ROUNDS = smokeSized(12, 0)
/** Slow requests are repeated less often, so that the whole run stays short. */
const ASK_LIMIT_MS = 5_000
const LIMIT_MS = 4 * 3600_000
/** Smaller agencies have no pages far beyond the first. */
const FULL_SIZE = 1_000
const CLIENTS = smokeSized(Number(options.clients ?? FULL_SIZE), 10)
/** The rows of one agency. */
const OF_ONE = {
  clients: CLIENTS,
  projects: 5 * CLIENTS,
  project_steps: 10 * CLIENTS,
  project_updates: 20 * CLIENTS,
}
const STAFF = 5
/** The number of rows that one statement inserts. */
const PART = 100_000
const NORTH = 'a0000000-0000-4000-8000-000000000001'

type Place = { engine: WatchedEngine; database: Database; databasePid: number; member: Headers; superAdmin: Headers }
type Headers = Record<string, string>

await withTimeLimit(LIMIT_MS, async (opened) => {
  const alone = await open(opened, 1)
  const among = await open(opened, AGENCIES)
  const rows = []
  const isAsked = ({ name, isDeep }: Ask) => name.includes(words) && !(isDeep && CLIENTS < FULL_SIZE)
  for (const ask of asksInAgency(NORTH).filter(isAsked)) {
    const overall = asksInAgency().find(({ name }) => name === ask.name) ?? ask
    rows.push(await measure(ask, overall, alone, among))
    console.log(Object.values(rows.at(-1) ?? {}).join(' | '))
  }
  await report(CLIENTS < FULL_SIZE ? 'many-small-agencies' : 'many-agencies', rows, options)
  return true
})

/** Serves a new database with so many agencies. */
async function open(opened: AsyncDisposableStack, agencies: number): Promise<Place> {
  const postgres = await startPostgres()
  opened.defer(() => postgres.stop())
  const database = postgresDatabase(postgres.url)
  opened.defer(() => database.close())
  const folder = await temporaryFolder(opened)
  const engine = await startWatchedEngine(database, folder, { DATABASE_URL: postgres.url }, () =>
    fill(postgres.url, agencies),
  )
  opened.defer(() => engine.stop())
  const headersOf = async (email: string) => (await signIn(engine.url, engine.anonKey, email)).headers
  return {
    engine,
    database,
    databasePid: postgres.pid,
    member: await headersOf('ben@north.test'),
    superAdmin: await headersOf('sol@mainstreet.test'),
  }
}

/** Fills a database with the rows of many-agencies.sql. Indexes are created at the end, which takes a tenth of the time. */
async function fill(url: string, agencies: number) {
  const whole = Object.fromEntries(Object.entries(OF_ONE).map(([table, rows]) => [table, rows * agencies]))
  const rowsOf: Record<string, number> = {
    ...whole,
    agencies,
    user_profiles: STAFF * agencies,
    user_roles: STAFF * agencies,
  }
  const { client, end } = await connectTo(url, 'bench')
  await client.query(
    `set search_path = public, extensions; set maintenance_work_mem = '1GB'; set synchronous_commit = off`,
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where not indisunique and indrelid = any ($1::regclass[])`,
    [Object.keys(OF_ONE)],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // Triggers are disabled, since they work row by row; the statements do their work themselves.
  await client.query('set session_replication_role = replica')
  const sql = await readFile(join(import.meta.dirname, 'many-agencies.sql'), 'utf8')
  for (const statement of sql.split(/(?<=;)\n\n/)) {
    const table = /insert into public\.(\w+)/.exec(statement)?.[1]
    // Answers are numbered as their updates are; what names no table makes a function, once.
    const total = table ? (rowsOf[table] ?? OF_ONE.project_updates * agencies) : 1
    const began = performance.now()
    for (let first = 0; first < total; first += PART) {
      await client.query(
        replaced(statement, { agencies, ...whole, whole: total, first, last: Math.min(first + PART, total) - 1 }),
      )
    }
    if (table) console.log(`${table}: ${total} rows in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze')
  await end()
}

/** Writes the values of `:first` and the like into a statement; `::int` is a cast. */
function replaced(statement: string, values: Record<string, number>): string {
  return statement.replace(/(?<!:):([a-z_]+)/g, (_, name: string) => String(values[name]))
}

/** Measures a request of both people at both places in turn. */
async function measure(ask: Ask, overall: Ask, alone: Place, among: Place): Promise<Record<string, string>> {
  const asked = [
    { place: alone, headers: alone.member, ask },
    { place: among, headers: among.member, ask },
    { place: among, headers: among.superAdmin, ask: overall },
  ].map((one) => ({ ...one, times: [] as number[], databaseMs: [] as number[], blocks: 0 }))
  for (const one of asked) one.blocks = await blocksOf(one.place, one.ask, one.headers, one === asked[1])
  const end = performance.now() + ASK_LIMIT_MS
  const isShort = () => asked.some(({ times }) => times.length < 3)
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS && (performance.now() < end || isShort()); round++) {
    for (const { place, headers, ask: each, times, databaseMs } of asked) {
      const databaseBefore = await processorMs(place.databasePid)
      const began = performance.now()
      for (const step of each.steps) await Promise.all(step.map((one) => answered(place, one, headers)))
      const ms = performance.now() - began
      // Slow requests are measured from the first time on: preparing their statement makes no difference.
      if (round < 0 && ms < 250) continue
      times.push(ms)
      databaseMs.push((await processorMs(place.databasePid)) - databaseBefore)
    }
  }
  const [own, many, all] = asked.map(({ times }) => [50, 95].map((percent) => percentile(times, percent)))
  const [ownBlocks, manyBlocks, allBlocks] = asked.map(({ blocks }) => blocks.toLocaleString('en'))
  const [ownMs, manyMs, allMs] = asked.map(({ databaseMs }) => percentile(databaseMs, 50).toFixed(1))
  const shown = (times: number[] = []) => times.map((ms) => ms.toFixed(1)).join(' / ')
  return {
    request: ask.name,
    alone: shown(own),
    [`among ${AGENCIES.toLocaleString('en')}`]: shown(many),
    'p95, times': ((many?.[1] ?? 0) / (own?.[1] || 1)).toFixed(2),
    'super admin': shown(all),
    'processor ms alone': ownMs ?? '',
    'processor ms among': manyMs ?? '',
    'processor ms, super admin': allMs ?? '',
    'blocks alone': ownBlocks ?? '',
    'blocks among': manyBlocks ?? '',
    'blocks, super admin': allBlocks ?? '',
  }
}

async function answered({ engine }: Place, request: Ask['steps'][number][number], headers: Headers) {
  const answer = await send(engine.url, request, headers)
  if (!answer.ok) throw new Error(`${request.path}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

type Explained = { 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }] }

/** The blocks that the statements of a request touch, as the caller's role; prints their plans where asked to. */
async function blocksOf(place: Place, ask: Ask, headers: Headers, isShown: boolean): Promise<number> {
  const sent = await place.engine.sentDuring(async () => {
    for (const request of ask.steps.flat()) await answered(place, request, headers)
  })
  let blocks = 0
  for (const { options: caller, statement } of sent) {
    const explained = (how: string) => ({
      ...statement,
      jsonAsText: false,
      text: `explain (analyze, buffers${how}) ${statement.text}`,
    })
    const [answer] = await place.database.run<Explained>(caller, explained(', format json'))
    const plan = answer?.['QUERY PLAN'][0].Plan
    blocks += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
    if (!isShown || !options.explain) continue
    const lines = await place.database.run<{ 'QUERY PLAN': string }>(caller, explained(''))
    console.log(`\n${ask.name}\n${lines.map((line) => line['QUERY PLAN']).join('\n')}`)
  }
  return blocks
}
