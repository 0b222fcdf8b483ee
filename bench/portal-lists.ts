/**
 * Measures the portal's lists in a large agency: 10,000 clients and 50,000 projects in one agency, a fifth of that in
 * another, in the embedded database. Each request of a list is measured over HTTP and, alternating with it, as the SQL
 * statement that it becomes, sent directly to the database as the same caller; then the time that a person waits in
 * Chromium. The goals: first rows in 500 ms, a keystroke in search answered in 150 ms.
 *
 * Run: npm run bench -- portal-lists [words] [--explain] [--write], where only the lists with these words in their name
 * are measured, and nothing in the browser, --explain prints the query plan of each statement, and --write writes the
 * tables into docs/performance-tables.md.
 */
import { parseArgs } from 'node:util'
import { isSmoke, markdownTable, median, percentile, smokeSized, writeFigures } from 'engine/testing'
import type { SentStatement } from 'engine/testing/database'
import { type LargeAgency, startLargeAgency } from './large-agency.ts'
import { measureInBrowser, summary } from './portal-in-browser.ts'
import { type Ask, inAgency, lists, send } from './portal-requests.ts'
import { signIn } from './sign-in-person.ts'

const ROUNDS = smokeSized(20, 1)
const WARM_UP_ROUNDS = smokeSized(3, 0)
/** The duration from which a list is measured less often, so that the whole run stays short. */
const LIMIT_MS = 5_000

const { values: options, positionals } = parseArgs({
  options: { explain: { type: 'boolean' }, write: { type: 'boolean' } },
  allowPositionals: true,
})
const words = positionals.join(' ')
/** The agency of supabase/seed.sql that large-agency.sql fills. */
const NORTH = 'a0000000-0000-4000-8000-000000000001'
const measured = lists.filter(({ name, isDeep }) => name.includes(words) && !(isSmoke && isDeep))

// Interrupted by hand, the bench cleans up as well.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

console.log('Filling the database …')
const agency = await startLargeAgency()
try {
  const tables: string[] = []
  const staff = { email: 'ana@north.test', asks: measured.map((ask) => inAgency(NORTH, ask)) }
  const superAdmin = { email: 'sol@mainstreet.test', asks: measured }
  for (const { email, asks } of smokeSized([staff, superAdmin], [staff])) {
    const session = await signIn(agency.url, agency.anonKey, email)
    const results = []
    for (const ask of asks) results.push(await measure(agency, ask, session.headers))
    const screens = words === '' ? (await measureInBrowser(agency.url, session.stored)).map(summary) : []
    console.log(`\nAs ${email}`)
    console.table(results)
    console.table(screens)
    if (tables.length === 0) tables.push(markdownTable(results), markdownTable(screens))
  }
  if (words === '' && (options.write || isSmoke)) await writeFigures('portal-lists', tables.join('\n\n'))
} finally {
  await agency.stop()
}

async function measure(agency: LargeAgency, ask: Ask, headers: Record<string, string>) {
  const { url, database, sentDuring } = agency
  let found = ''
  const steps: SentStatement[][] = []
  async function sendStep(step: Ask['steps'][number]) {
    for (const answer of await Promise.all(step.map((request) => send(url, request, headers)))) {
      if (!answer.ok) throw new Error(`${ask.name}: ${answer.status} ${await answer.text()}`)
      found ||= answer.headers.get('content-range')?.split('/').at(1) ?? ''
      await answer.arrayBuffer()
    }
  }
  async function overHttp() {
    for (const step of ask.steps) await sendStep(step)
  }
  async function straight() {
    for (const step of steps) await Promise.all(step.map(({ options, statement }) => database.run(options, statement)))
  }
  for (const step of ask.steps) steps.push(await sentDuring(() => sendStep(step)))
  if (options.explain) for (const one of steps.flat()) await explain(agency, ask.name, one)

  const http: number[] = []
  const direct: number[] = []
  const cpu: number[] = []
  const end = performance.now() + LIMIT_MS
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS && (round < 1 || performance.now() < end); round++) {
    const straightMs = await timeOf(straight)
    const before = process.cpuUsage()
    const httpMs = await timeOf(overHttp)
    const used = process.cpuUsage(before)
    if (round < 0) continue
    direct.push(straightMs)
    http.push(httpMs)
    cpu.push((used.user + used.system) / 1000)
  }
  return {
    list: ask.name,
    found,
    'database, p50 ms': median(direct).toFixed(1),
    'HTTP, p50 ms': median(http).toFixed(1),
    'HTTP, p95 ms': percentile(http, 95).toFixed(1),
    'HTTP, CPU ms': median(cpu).toFixed(1),
    'HTTP / database': (median(http) / median(direct)).toFixed(2),
    'budget, ms': String(ask.budgetMs),
  }
}

async function timeOf(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Prints the query plan of a request, as the caller's role. */
async function explain({ database }: LargeAgency, name: string, { options, statement }: SentStatement) {
  const text = `explain (analyze, buffers) ${statement.text}`
  const plan = await database.run<{ 'QUERY PLAN': string }>(options, { ...statement, text })
  console.log(`\n${name}\n${plan.map((line) => line['QUERY PLAN']).join('\n')}`)
}
