/**
 * Measures how soon the server answers, and how much memory it keeps. The process that `npm start` runs, on the
 * embedded database and the built site, starts on an empty folder, and again on the data of the first start. Each start
 * is timed from the command until /health answers, with the CPU time so far; then the administrator signs in, looks at
 * some lists and pages and leaves, and half a minute later the memory is read as the system counts it (RSS). Compiled
 * code is kept from start to start, as in production. Linux only, for /proc.
 *
 * Run: npm run bench -- start [--write], where --write writes the table into docs/performance-tables.md.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort, isSmoke, median, processMs, report, smokeSized, withTimeLimit } from 'engine/testing'
import { startServer } from '../scripts/processes.mjs'
import { temporaryFolder } from './start-installation.ts'

const ROUNDS = smokeSized(5, 1)
const IDLE_MS = smokeSized(30_000, 0)
const POLL_MS = 10
const LIMIT_MS = 600_000
const BUDGET_MB = 256
const kinds = { 'first start': { budgetMs: 4_000 }, 'on existing data': { budgetMs: 1_000 } }
const administrator = { email: 'admin@example.com', password: 'starts-and-rests' }

type Measured = { ms: number; cpuMs: number; restMb: number; highestMb: number }

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } })

await withTimeLimit(LIMIT_MS, async (opened) => {
  // A first start that does not count, after which all code is compiled.
  if (!isSmoke) await startOn(await temporaryFolder(opened), opened, 0)
  const measured = new Map<string, Measured[]>()
  for (let round = 0; round < ROUNDS; round++) {
    const folder = await temporaryFolder(opened)
    for (const kind of Object.keys(kinds)) {
      measured.set(kind, [...(measured.get(kind) ?? []), await startOn(folder, opened, IDLE_MS)])
    }
  }
  const rows = Object.entries(kinds).map(([kind, { budgetMs }]) => summary(kind, budgetMs, measured.get(kind) ?? []))
  await report('start', rows, options)
  return true
})

/** Starts the server on the folder, uses it, leaves it alone for `restMs`, and stops it. */
async function startOn(folder: string, opened: AsyncDisposableStack, restMs: number): Promise<Measured> {
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: folder,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  }
  const began = performance.now()
  const server = startServer(['main.ts'], { env, output: 'ignore' })
  opened.defer(() => stop(server, 'SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error('It ended before it answered.')
    await sleep(POLL_MS)
  }
  const ms = performance.now() - began
  const cpuMs = await processMs(server.pid)
  await use(url)
  await sleep(restMs)
  const { VmRSS: restMb, VmHWM: highestMb } = await memoryOf(server)
  await stop(server, 'SIGTERM')
  return { ms, cpuMs, restMb, highestMb }
}

function answers(url: string) {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function use(url: string) {
  const { supabaseAnonKey: apikey }: { supabaseAnonKey: string } = JSON.parse(await textOf(`${url}/config.json`))
  const headers = { apikey, 'content-type': 'application/json' }
  const body = JSON.stringify(administrator)
  const signedIn = await textOf(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body })
  const { access_token: token }: { access_token: string } = JSON.parse(signedIn)
  for (const path of ['/', '/pricing', '/rest/v1/clients', '/rest/v1/projects', '/rest/v1/user_profiles']) {
    await textOf(url + path, { headers: { apikey, authorization: `Bearer ${token}` } })
  }
}

async function textOf(url: string, request: RequestInit = {}) {
  const answer = await fetch(url, request)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text
}

/** The memory of a process in megabytes of 1,048,576 bytes. */
async function memoryOf({ pid }: ChildProcess) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { VmRSS: mb('VmRSS'), VmHWM: mb('VmHWM') }
}

async function stop(server: ChildProcess, signal: NodeJS.Signals) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill(signal)
  await exited
}

function summary(kind: string, budgetMs: number, measured: Measured[]) {
  const middle = (of: keyof Measured) => median(measured.map((one) => one[of]))
  const seconds = (ms: number) => (ms / 1000).toFixed(2)
  return {
    start: kind,
    'until it answers, s': seconds(middle('ms')),
    'budget, s': seconds(budgetMs),
    'CPU until then, s': seconds(middle('cpuMs')),
    'RSS at rest, MB': middle('restMb').toFixed(0),
    'budget, MB': String(BUDGET_MB),
    'highest RSS, MB': middle('highestMb').toFixed(0),
  }
}
