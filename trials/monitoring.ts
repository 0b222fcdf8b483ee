/**
 * Checks the sample configuration of `deploy/monitoring` with a real Prometheus and a server on PostgreSQL: every
 * expression of the dashboard must return numbers, and every alert must be valid. Run: `node trials/monitoring.ts`,
 * with apt's prometheus. A smoke run does without Prometheus, and only checks the names of all metrics.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, isSmoke, keysOf, startEngineProcess, startPostgres } from 'engine/testing'
import { z } from 'zod'
import { Noticed, signIn, stayConnected, visit, work } from './simulated-people.ts'

const METRICS_TOKEN = 'what this Prometheus shows'
const LONG_ENOUGH_MS = 80_000
const samples = join(import.meta.dirname, '../deploy/monitoring')

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})
const answer = z.object({
  status: z.string(),
  error: z.string().optional(),
  data: z.object({ result: z.array(z.object({ values: z.array(z.tuple([z.number(), z.string()])) })) }).optional(),
})
const rules = z.object({
  data: z.object({
    groups: z.array(
      z.object({ rules: z.array(z.object({ name: z.string(), health: z.string(), state: z.string() })) }),
    ),
  }),
})

await using all = new AsyncDisposableStack()
const home = await mkdtemp(join(tmpdir(), 'mainstreet-monitoring-'))
all.defer(() => rm(home, { recursive: true, force: true }))
const postgres = await startPostgres()
all.defer(postgres.stop)
const backups = { BACKUP_URL: join(home, 'backups'), BACKUP_PASSPHRASE: 'five or six words' }
const server = await startEngineProcess({
  ...{ program: 'main.ts', dataDir: join(home, 'data'), seed: true },
  env: { DATABASE_URL: postgres.url, METRICS_TOKEN, ...backups },
})
all.defer(() => server.end('SIGKILL').then(() => undefined))

const unknown = await unknownMetrics(server.url)
if (unknown.length > 0) throw new Error(`The server has no metrics of these names: ${unknown.join(', ')}.`)
if (isSmoke) {
  await all.disposeAsync()
  process.exit()
}

const address = await startPrometheus(new URL(server.url).host)
await live(server.url, (await keysOf(join(home, 'data'))).anonKey)

const silent: string[] = []
for (const { title, targets } of await panels()) {
  for (const { expr } of targets) {
    const numbers = await ask(expr)
    console.log(
      `${numbers.length === 0 ? 'NOTHING' : String(numbers.at(-1)).slice(0, 10).padEnd(10)}  ${title}: ${expr}`,
    )
    if (numbers.length === 0) silent.push(expr)
  }
}
const { data } = rules.parse(await (await fetch(`${address}/api/v1/rules`)).json())
const alerts = data.groups.flatMap((group) => group.rules)
for (const { name, health, state } of alerts) console.log(`${health} ${state.padEnd(10)} ${name}`)
const amiss = alerts.filter(({ health, state }) => health !== 'ok' || state === 'firing')
if (silent.length > 0 || amiss.length > 0) process.exitCode = 1

/** Returns the metrics that the dashboard or an alert names and the server lacks. */
async function unknownMetrics(url: string): Promise<string[]> {
  const files = ['grafana-dashboard.json', 'alerts.yaml'].map((name) => readFile(join(samples, name), 'utf8'))
  const named = new Set((await Promise.all(files)).join('\n').match(/\b(engine|process|nodejs)_\w+/g))
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const known = new Set((await answer.text()).match(/^# HELP \w+/gm)?.map((line) => line.slice('# HELP '.length)))
  return [...named].filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')))
}

/** Starts Prometheus with the sample's own files, except for the address and a shorter interval. */
async function startPrometheus(target: string): Promise<string> {
  await cp(samples, home, { recursive: true })
  const config = join(home, 'prometheus.yaml')
  const sample = await readFile(config, 'utf8')
  await writeFile(config, sample.replaceAll(': 15s', ': 2s').replace('127.0.0.1:3000', target))
  await writeFile(join(home, 'metrics-token'), METRICS_TOKEN, { mode: 0o600 })
  console.log(execFileSync('promtool', ['check', 'config', config], { encoding: 'utf8' }).trim())
  const listen = `127.0.0.1:${await freePort()}`
  const settings = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(home, 'tsdb')}`,
    `--web.listen-address=${listen}`,
  ]
  const prometheus = spawn('prometheus', settings, { stdio: 'ignore' })
  all.defer(async () => {
    prometheus.kill()
    await once(prometheus, 'exit')
  })
  return `http://${listen}`
}

/** Simulates some people for long enough that rates can be computed and the first backup is noticed. */
async function live(url: string, anonKey: string) {
  const noticed = new Noticed()
  const { signal } = new AbortController()
  const ending = AbortSignal.any([signal, AbortSignal.timeout(LONG_ENOUGH_MS)])
  const { db } = await signIn(url, anonKey, 'ana@north.test')
  const socket = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`
  await Promise.allSettled([
    ...[work(db, noticed, { signal: ending }), visit(url, noticed, { signal: ending })],
    ...[stayConnected(socket, {}, noticed, { signal: ending }), pause(LONG_ENOUGH_MS)],
  ])
  console.log(`${noticed.reads} reads, ${noticed.writes.length} writes, ${noticed.failures.length} failures`)
}

async function panels() {
  return dashboard.parse(JSON.parse(await readFile(join(samples, 'grafana-dashboard.json'), 'utf8'))).panels
}

/** Returns what a dashboard panel would draw of the last half minute. */
async function ask(expression: string): Promise<number[]> {
  const query = expression.replaceAll('$__rate_interval', '20s').replaceAll('$instance', '.*')
  const now = Date.now() / 1000
  const asked = new URLSearchParams({ query, start: String(now - 20), end: String(now), step: '5' })
  const { status, error, data } = answer.parse(await (await fetch(`${address}/api/v1/query_range?${asked}`)).json())
  if (status !== 'success') throw new Error(`${expression}: ${error}`)
  return (data?.result ?? []).flatMap(({ values }) => values.map(([, value]) => Number(value))).filter(Number.isFinite)
}
