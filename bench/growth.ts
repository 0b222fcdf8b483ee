/**
 * Measures the list of clients as it grows: from 1,000 to 1,000,000 clients in one agency, and a fifth of that in
 * another, on PostgreSQL with its default settings (128 MB of shared buffers), and on the embedded database up to a
 * realistic size. The requests of the list, its search, its count and the palette run over HTTP, as one of the staff,
 * one at a time; p50 / p95 in ms. Then the list is sorted by name a hundred times with the limits on, until the person
 * is kept from the database (engine/docs/decisions/0032-fair-shares.md).
 *
 * Run: npm run bench -- growth [--explain] [--write], where --explain prints the query plan of each statement with the
 * most clients, and --write writes the table into docs/performance-tables.md.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { percentile, report, smokeSized, startPostgres, withTimeLimit } from 'engine/testing'
import {
  type Database,
  embeddedDatabase,
  postgresDatabase,
  type SentStatement,
  startWatchedEngine,
  type WatchedEngine,
} from 'engine/testing/database'
import { growTo } from './growing-agency.ts'
import { type Ask, asksOfClients, send } from './portal-requests.ts'
import { signIn } from './sign-in-person.ts'
import { temporaryFolder } from './start-installation.ts'

const STEPS = { PostgreSQL: smokeSized([1_000, 10_000, 100_000, 1_000_000], [100]), embedded: [1_000, 10_000, 100_000] }
const ROUNDS = smokeSized(40, 1)
const WARM_UP_ROUNDS = smokeSized(12, 0)
/** Slow requests are repeated less often, so that the whole run stays short. */
const ASK_LIMIT_MS = 6_000
const REFUSED_LIMIT = smokeSized(100, 1)
const REFUSED_LIMIT_MS = 25_000
const LIMIT_MS = 900_000

const { values: options } = parseArgs({ options: { explain: { type: 'boolean' }, write: { type: 'boolean' } } })

type Served = { engine: WatchedEngine; database: Database; headers: Record<string, string> }

await withTimeLimit(LIMIT_MS, async (opened) => {
  const folder = await temporaryFolder(opened)
  const rows = []
  for (const on of smokeSized<(keyof typeof STEPS)[]>(['PostgreSQL', 'embedded'], ['PostgreSQL'])) {
    const postgres = on === 'PostgreSQL' ? await startPostgres() : undefined
    opened.defer(() => postgres?.stop())
    const database = postgres ? postgresDatabase(postgres.url) : await embeddedDatabase(join(folder, 'db'))
    rows.push(...(await measureAll(on, database, folder, postgres?.url)))
  }
  await report('growth', rows, options)
  return true
})

async function measureAll(on: keyof typeof STEPS, database: Database, dataDir: string, postgresUrl?: string) {
  // The database is given by URL, so the engine watches the disk of no folder.
  const engine = await startWatchedEngine(database, dataDir, postgresUrl ? { DATABASE_URL: postgresUrl } : {})
  const served = { engine, database, headers: (await signIn(engine.url, engine.anonKey, 'ben@north.test')).headers }
  const rows: Record<string, string>[] = []
  for (const clients of STEPS[on]) {
    await growTo(database, clients, postgresUrl)
    const row: Record<string, string> = { on, clients: clients.toLocaleString('en') }
    for (const ask of asksOfClients(clients)) row[ask.name] = await measure(served, ask, clients === STEPS[on].at(-1))
    rows.push({ ...row, 'by name until refused': await untilRefused(served) })
  }
  await engine.stop()
  await database.close()
  return rows
}

/** Measures a request: p50 and p95 in ms, or the status of a refusal. */
async function measure({ engine, database, headers }: Served, ask: Ask, isLast: boolean): Promise<string> {
  let refused: string | undefined
  async function sendAll() {
    for (const request of ask.steps.flat()) {
      const answer = await send(engine.url, request, headers)
      const text = await answer.text()
      if (!answer.ok) refused = `${answer.status} ${text.match(/"code":"(\w+)"/)?.[1] ?? ''}`
    }
  }
  const sent = await engine.sentDuring(sendAll)
  if (options.explain && isLast) for (const one of sent) await explain(database, ask.name, one)
  const times: number[] = []
  const end = performance.now() + ASK_LIMIT_MS
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS && (times.length < 3 || performance.now() < end); round++) {
    const began = performance.now()
    await sendAll()
    if (refused) return `refused: ${refused}`
    // Slow requests are measured from the first time on: preparing their statement makes no difference.
    if (round >= 0 || performance.now() - began > 250) times.push(performance.now() - began)
  }
  return [50, 95].map((percent) => percentile(times, percent).toFixed(1)).join(' / ')
}

/**
 * Counts how often a person can sort by name with the limits on, one request after the other, until the engine refuses.
 */
async function untilRefused({ engine, headers }: Served): Promise<string> {
  const byName = asksOfClients(0).find(({ name }) => name === 'first page by name')
  const [sent] = await engine.sentDuring(async () => {
    for (const request of byName?.steps.flat() ?? []) await (await send(engine.url, request, headers)).text()
  })
  if (!sent) throw new Error('Nothing was sent to the database.')
  const end = performance.now() + REFUSED_LIMIT_MS
  for (let pages = 0; pages < REFUSED_LIMIT && performance.now() < end; pages++) {
    const isRefused = await engine.shared.run(sent.options, sent.statement).then(
      () => false,
      () => true,
    )
    if (isRefused) return String(pages)
  }
  return 'not refused'
}

/** Prints the query plan of a request, as the caller's role. */
async function explain(database: Database, name: string, { options, statement }: SentStatement) {
  const text = `explain (analyze, buffers) ${statement.text}`
  const plan = await database.run<{ 'QUERY PLAN': string }>(options, { ...statement, text })
  console.log(`\n${name}\n${plan.map((line) => line['QUERY PLAN']).join('\n')}`)
}
