/**
 * How many people can work at once? Each of them keeps a tab of the portal open and does what hour-script.ts has somebody
 * do in an hour, at that rate, in agencies of 25 with as many
 * clients and projects each: what colleagues write reaches their tab by its own connection, and is
 * asked for anew where their screen shows it. More and more of them, until half of a second is not enough for 95 % of the
 * lists, or something fails. At one server, and at two behind a load balancer that share a PostgreSQL and a Redis; all of
 * it, the people too, on the same machine, so that the processor time of each is told apart. Sign-ins, the pages
 * themselves, which browsers keep, and files are left out.
 * Run: npm run bench -- working-hour [--servers 1] [--people 400,800] [--write], where --write writes the tables into docs/performance-tables.md.
 */
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bounded, markdownTable, percentile, processorMs, startLoadBalancer, writeFigures } from 'engine/testing'
import { fillAgencies, signInAgencies } from './agencies.ts'
import { IN_AN_AGENCY } from './hour-script.ts'
import { type Installation, startInstallation } from './installation.ts'
import { PortalCrowd } from './portal-crowd.ts'

const STEPS = { 1: [100, 200, 400, 800, 1_600], 2: [200, 400, 800, 1_600] }
const IN_AN_OFFICE = 25
/** From when the last of them is there, until what they notice counts. */
const SETTLE_MS = 12_000
const MEASURE_MS = 45_000
const LISTS_BUDGET_MS = 500
/** What a machine's processors may be busy before people feel it. */
const BUSY = 0.7
const PROCESSORS = 2
const LIMIT_MS = 900_000

const { values: options } = parseArgs({
  options: { servers: { type: 'string' }, people: { type: 'string' }, write: { type: 'boolean' } },
})
const stepsOf = (servers: 1 | 2) => options.people?.split(',').map(Number) ?? STEPS[servers]

await bounded(LIMIT_MS, async (opened) => {
  for (const servers of [1, 2] as const) {
    if (options.servers && options.servers !== String(servers)) continue
    const rows = await measureAll(servers, opened)
    if (options.write) await writeFigures(`working-hour-${servers}`, markdownTable(rows))
  }
  return true
})

/** What it opens is closed when it is done, or with the rest where it is stopped. */
async function measureAll(servers: 1 | 2, all: AsyncDisposableStack) {
  const opened = all.use(new AsyncDisposableStack())
  const installation = opened.use(await startInstallation(servers))
  const balancer = await startLoadBalancer()
  opened.defer(() => balancer.stop())
  for (const { url } of installation.servers) balancer.add(url)
  const url = servers === 1 ? installation.servers[0].url : balancer.url
  const most = Math.max(...stepsOf(servers))
  console.log(`${most} people to hire …`)
  const agencies = most / IN_AN_OFFICE
  const people = (await signInAgencies(installation, agencies, IN_AN_OFFICE)).flat()
  const crowd = new PortalCrowd(url, installation.anonKey, people)
  opened.defer(() => crowd.leave())
  const rows = []
  for (const count of stepsOf(servers)) {
    // As many people as there are, so much there is to work on.
    await fillAgencies(installation.databaseUrl, [crowd.size / IN_AN_OFFICE + 1, count / IN_AN_OFFICE], IN_AN_AGENCY)
    await crowd.growTo(count)
    await sleep(SETTLE_MS)
    const row = await measure(crowd, installation)
    rows.push(row)
    console.table(rows)
    const { failures, lists } = crowd.diary
    for (const [why, times] of failures) console.log(`${times} times ${why}`)
    if (failures.size > 0 || percentile(lists, 95) > LISTS_BUDGET_MS) break
  }
  await opened.disposeAsync()
  return rows
}

async function measure(crowd: PortalCrowd, installation: Installation) {
  crowd.startDiary()
  const before = await processorTimes(installation)
  const began = performance.now()
  await sleep(MEASURE_MS)
  const seconds = (performance.now() - began) / 1000
  const after = await processorTimes(installation)
  const { lists, others, writes, messages, refreshes, failures } = crowd.diary
  const used = (whose: keyof typeof after) => (after[whose] - before[whose]) / 1000 / seconds
  const ms = (times: readonly number[], percent: number) => percentile(times, percent).toFixed(0)
  return {
    people: crowd.size.toLocaleString('en'),
    'requests a second': ((lists.length + others.length + writes.length) / seconds).toFixed(0),
    "of them for colleagues' changes": `${((100 * refreshes) / (lists.length + others.length)).toFixed(0)} %`,
    'lists, p50 ms': ms(lists, 50),
    'lists, p95 ms': ms(lists, 95),
    'others, p95 ms': ms(others, 95),
    'writes, p95 ms': ms(writes, 95),
    'chat, p95 ms': ms(messages, 95),
    failed: String([...failures.values()].reduce((sum, times) => sum + times, 0)),
    'processors: servers': used('servers').toFixed(2),
    'of them main threads': used('mainThreads').toFixed(2),
    PostgreSQL: used('postgres').toFixed(2),
    'the people': used('bench').toFixed(2),
    'anything else': (used('machine') - used('servers') - used('postgres') - used('bench')).toFixed(2),
    'server, MB': installation.servers.map((server) => server.memory().toFixed(0)).join(' + '),
    ...onPaper(crowd.size, used('servers'), used('mainThreads'), used('postgres'), installation.servers.length),
  }
}

/** Processor time so far, in ms. A process of PostgreSQL's that has ended is not in it; they last as long as their connections. */
async function processorTimes({ servers, databasePid }: Installation) {
  const sum = (times: readonly number[]) => times.reduce((total, ms) => total + ms, 0)
  const { user, system } = process.cpuUsage()
  return {
    servers: sum(await Promise.all(servers.map((server) => server.cpuMs()))),
    mainThreads: sum(await Promise.all(servers.map((server) => server.mainThreadMs()))),
    postgres: await processorMs(databasePid),
    bench: (user + system) / 1000,
    machine: sum(cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq)),
  }
}

/**
 * From what a person costs here, how many a machine of two processors would carry that has nothing else to do, PostgreSQL
 * on it or on one of its own, both busy for no more than 70 % of the time. A server's main thread is on one processor.
 */
function onPaper(people: number, servers: number, mainThreads: number, postgres: number, count: number) {
  const most = (perPerson: number, processors: number) => (BUSY * processors) / (perPerson / people)
  const together = Math.min(most(servers + postgres, PROCESSORS), most(mainThreads, count))
  const apart = Math.min(most(servers, PROCESSORS * count), most(mainThreads, count), most(postgres, PROCESSORS))
  return {
    'computed: with PostgreSQL on the same 2': together.toFixed(0),
    'computed: PostgreSQL on 2 of its own': apart.toFixed(0),
  }
}
