/**
 * Measures the time from a write until 2,000 subscribers of one table have received the change, under the row policies
 * of a sample project, in 20 studios of a hundred people. Each subscriber has a socket, a session and a filter on their
 * own client; in a second run everybody of a studio has the same filter, so that a hundred people receive each change.
 * The engine is a process of its own on PostgreSQL. Writes are alternating inserts and updates, each in a transaction,
 * over direct connections to the database, at a constant rate. The subscribers are raw WebSockets that speak only the
 * necessary part of the protocol: 2,000 supabase-js clients in one process would measure the clients. Times are from
 * sending the statement to receiving the frame, both in this process. Nobody may miss a change, receive it twice or
 * receive one that they may not see.
 *
 * Run in engine/: node bench/many-subscribers.ts [--write] [--seconds 60] [--only 'a filter each'], where --write
 * writes the table into engine/docs/performance-tables.md. It takes less than five minutes.
 */
import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { percentile } from '../testing/measuring/percentile.ts'
import { processorMs } from '../testing/measuring/processor-time.ts'
import { smokeSized } from '../testing/measuring/smoke-size.ts'
import { withTimeLimit } from '../testing/measuring/time-limit.ts'
import { report } from '../testing/measuring/write-results.ts'
import { studioProject } from '../testing/paths.ts'
import { startPostgres } from '../testing/start-postgres.ts'
import { loadKeys } from '../tokens/key-file.ts'
import { createTokens, type Tokens } from '../tokens/tokens.ts'
import { type Listener, openListeners, type ReceivedChange } from './many-subscribers-sockets.ts'
import { type ServerProcess, startEngineServer } from './server-process.ts'

const LIMIT_MS = 295_000
const PEOPLE = smokeSized(2_000, 40)
const STUDIOS = 20
const WRITERS = 4
/** The time after which a change that has not arrived counts as lost. */
const DELIVERY_TIMEOUT_MS = smokeSized(5_000, 1_000)
/** A pause in which the engine closes its idle database connections, whose processor time is lost with them. */
const CALM_MS = smokeSized(11_000, 500)

const id = (kind: string, n: number) => `${kind}000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const studioOf = (person: number) => id('a1', person % STUDIOS)

/** The person whose client a change is about: each in turn. */
const ownerOf = (change: number) => (change * 7) % PEOPLE

type Scene = {
  name: string
  perSecond: number
  filterOf(person: number): string
  hears(person: number, of: number): boolean
}

const scenes: Scene[] = [
  {
    name: 'a filter each',
    perSecond: smokeSized(200, 20),
    filterOf: (person) => `client_id=eq.${id('c9', person)}`,
    hears: (person, of) => person === of,
  },
  ...smokeSized([20, 200], [20]).map((perSecond) => ({
    name: 'one filter for a studio',
    perSecond,
    filterOf: (person: number) => `studio_id=eq.${studioOf(person)}`,
    hears: (person: number, of: number) => person % STUDIOS === of % STUDIOS,
  })),
]

const { values: options } = parseArgs({
  options: {
    write: { type: 'boolean' },
    seconds: { type: 'string', default: smokeSized('60', '1') },
    only: { type: 'string' },
  },
})

await withTimeLimit(LIMIT_MS, async (opened) => {
  const postgres = await startPostgres()
  opened.defer(() => postgres.stop())
  const dataDir = await mkdtemp(join(tmpdir(), 'engine-many-subscribers-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, PROJECT_DIR: studioProject }
  const engine = opened.use(await startEngineServer({ ...settings, LOG_LEVEL: 'error', RATE_LIMITS: 'off' }))
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => connect(postgres.url, opened)))
  const [first] = writers
  await first?.query(await readFile(join(import.meta.dirname, 'many-subscribers.sql'), 'utf8'))
  const tokens = await createTokens(await loadKeys(join(dataDir, 'keys.json')))
  const parties = { engine, postgresPid: postgres.pid, writers, tokens }
  const table = []
  for (const scene of scenes.filter(({ name }) => name === (options.only ?? name))) {
    table.push(await play(scene, Number(options.seconds), parties))
  }
  await report('many-subscribers', table, options)
  return true
})

async function connect(url: string, opened: AsyncDisposableStack): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, pipeline: true })
  await client.connect()
  opened.defer(() => client.end())
  return client
}

type Parties = { engine: ServerProcess; postgresPid: number; writers: pg.Client[]; tokens: Tokens }

async function play(scene: Scene, seconds: number, { engine, postgresPid, writers, tokens }: Parties) {
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, person) => listenerOf(scene, person, tokens)))
  using listeners = await openListeners(engine.url, tokens.anonKey, people)
  const times: number[] = []
  const heard: ReceivedChange[] = []
  listeners.onHeard((one) => heard.push(one))
  await write({ ...scene, seconds: smokeSized(2, 0.2), from: 0 }, writers, times)
  await sleep(CALM_MS)
  const warmUp = times.length
  heard.length = 0
  const before = await usage(engine, postgresPid, writers)
  await write({ ...scene, seconds, from: warmUp }, writers, times)
  const after = await usage(engine, postgresPid, writers)
  await sleep(DELIVERY_TIMEOUT_MS)

  const changes = times.length - warmUp
  const took = heard.map(({ change, at }) => at - (times[change] ?? Number.NaN))
  const ms = (percent: number) => String(Math.round(percentile(took, percent)))
  const each = (what: keyof typeof before, digits: number) => ((after[what] - before[what]) / changes).toFixed(digits)
  return {
    listeners: scene.name,
    'changes a second': String(Math.round(changes / seconds)),
    'events a second': String(Math.round(heard.length / seconds)),
    'p50, ms': ms(50),
    'p95, ms': ms(95),
    'p99, ms': ms(99),
    'most, ms': ms(100),
    ...faultsOf(scene, heard, warmUp, times.length),
    'server CPU ms a change': each('server', 2),
    'Postgres CPU ms a change': each('postgres', 2),
    'transactions a change': each('transactions', 1),
  }
}

async function listenerOf({ filterOf }: Scene, person: number, tokens: Tokens): Promise<Listener> {
  const now = Math.floor(Date.now() / 1_000)
  const token = await tokens.sign({
    sub: id('b1', person),
    role: 'authenticated',
    aud: 'authenticated',
    session_id: id('d1', person),
    email: `${person}@studios.test`,
    aal: 'aal1',
    iat: now,
    exp: now + 3_600,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
  })
  return { token, filter: filterOf(person) }
}

type Pace = { perSecond: number; seconds: number; from: number }

/** Writes changes at a constant rate, numbered from `from`; `times` records when each was sent. */
async function write({ perSecond, seconds, from }: Pace, writers: readonly pg.Client[], times: number[]) {
  const began = performance.now()
  const sent: Promise<unknown>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const early = began + (1_000 * n) / perSecond - performance.now()
    if (early > 1) await sleep(early)
    const change = from + n
    const owner = ownerOf(change)
    const name = `change ${change}`
    times[change] = performance.now()
    sent.push(
      (change % 2 === 0
        ? writers[n % WRITERS]?.query({
            name: 'insert',
            text: 'insert into public.projects (client_id, studio_id, name, status) values ($1, $2, $3, $4)',
            values: [id('c9', owner), studioOf(owner), name, 'planning'],
          })
        : writers[n % WRITERS]?.query({
            name: 'update',
            text: 'update public.projects set name = $2 where id = $1',
            values: [id('e1', owner), name],
          })) ?? Promise.reject(new Error('Nobody writes.')),
    )
  }
  await Promise.all(sent)
}

async function usage(engine: ServerProcess, postgresPid: number, [client]: readonly pg.Client[]) {
  const answer = await client?.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  )
  return {
    server: await engine.cpuMs(),
    postgres: await processorMs(postgresPid),
    transactions: Number(answer?.rows[0]?.count),
  }
}

/** Missing, duplicate and forbidden changes between two numbers. */
function faultsOf({ hears }: Scene, heard: readonly ReceivedChange[], from: number, to: number) {
  const times = new Map<string, number>()
  for (const { listener, change } of heard) {
    const key = `${listener} ${change}`
    times.set(key, (times.get(key) ?? 0) + 1)
  }
  let lost = 0
  for (let change = from; change < to; change++) {
    for (let person = 0; person < PEOPLE; person++) {
      if (hears(person, ownerOf(change)) && !times.has(`${person} ${change}`)) lost++
    }
  }
  const strange = heard.filter(({ listener, change }) => !hears(listener, ownerOf(change))).length
  const doubled = [...times.values()].filter((count) => count > 1).length
  return { lost: String(lost), doubled: String(doubled), 'of others': String(strange) }
}
