/**
 * Measures whether the server lives on a small machine. The process that `npm start` runs, on the embedded database and
 * the built site, is in a control group with 512 MB of memory and no swap: its first start with the demo's data, then
 * some of the staff who look at the portal's lists, search them and now and then write a note, then rest, then its
 * nightly work beside them: a backup, restored for trial. The figure is anonymous memory, read twenty times a second,
 * since the kernel can take back its cache of files.
 *
 * Run as root: npm run bench -- small-machine [--minutes 30] [--write], where --write writes the table into
 * docs/performance-tables.md.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { LOW_MEMORY_FLAGS } from 'engine'
import { freePort, isSmoke, markdownTable, percentile, smokeSized, withTimeLimit, writeFigures } from 'engine/testing'
import { attachFiles } from '../scripts/demo-files.mjs'
import { startNode, startServer } from '../scripts/processes.mjs'
import { type MemoryLimit, memoryLimit, noLimit } from './memory-limit.ts'
import { lists, type Request, send } from './portal-requests.ts'
import { signIn } from './sign-in-person.ts'
import { temporaryFolder } from './start-installation.ts'

const MACHINE_MB = 512
const BUDGET_MB = 400
const READ_INTERVAL_MS = 50
/** The memory budget of all processes together, which leaves room for a small system. */
const NIGHT_BUDGET_MB = 470
const IDLE_MS = smokeSized(60_000, 0)
/** The average time between two requests of the same person. */
const LIST_INTERVAL_MS = 2_000
const LISTS_PER_NOTE = 10
const staff = smokeSized(
  ['sol@mainstreet.test', 'abe@north.test', 'ana@north.test', 'ben@north.test', 'otto@south.test', 'cleo@south.test'],
  ['ana@north.test'],
)

/** Lists without the requests for later pages, since the demo has two pages at most. */
const shortLists = lists.filter(({ isDeep }) => !isDeep)

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: smokeSized('30', '0.03') }, write: { type: 'boolean' } },
})
const lookingMs = Number(options.minutes) * 60_000

await withTimeLimit(lookingMs + IDLE_MS + 600_000, async (opened) => {
  const folder = await temporaryFolder(opened)
  // A smoke run has no limit, so that it works on every machine.
  const limit = opened.use(isSmoke ? noLimit() : memoryLimit(MACHINE_MB))
  const { url, env, ended } = await startIn(limit, folder, opened)
  const times: number[] = []
  const measured = measure(limit, { url, env }, times)
  const rows = await Promise.race([measured, ended])
  console.table(rows)
  const [half, most] = [50, 99].map((percent) => percentile(times, percent).toFixed(0))
  const words = `${times.length} lists and searches, half of them answered in ${half} ms, 99 % in ${most} ms.`
  console.log(words)
  if (options.write || isSmoke) await writeFigures('small-machine', `${markdownTable(rows)}\n\n${words}`)
  return rows.every((row) => Number(row['at most, MB']) <= Number(row['budget, MB']))
})

type Env = Record<string, string>

async function measure(limit: MemoryLimit, { url, env }: { url: string; env: Env }, times: number[]) {
  const looking = `${staff.length} people, ${options.minutes} minutes`
  return [
    await stretch('first start, demo data', limit, () => untilFilled(url)),
    await stretch(looking, limit, () => look(url, times)),
    await stretch('at rest, a minute later', limit, () => sleep(IDLE_MS)),
    await stretch('beside it a backup, restored for trial', limit, () => backUp(limit, env), NIGHT_BUDGET_MB),
  ]
}

/** Starts the server in the control group; `ended` fails if the server ends by itself. */
async function startIn(limit: MemoryLimit, folder: string, opened: AsyncDisposableStack) {
  const port = await freePort()
  const env = {
    ...{ PORT: String(port), DATA_DIR: join(folder, 'data'), RATE_LIMITS: 'off' },
    ...{ DATABASE_URL: '', STORAGE_URL: '', MAIL_URL: '', BACKUP_URL: '' },
  }
  const program = ['main.ts', '--seed', ...smokeSized(['--seed-also', 'demo/*.sql'], [])]
  const server = startServer(program, { env, output: 'ignore', through: limit.through })
  const exited = once(server, 'exit')
  const ended = exited.then(([code, signal]): never => {
    throw new Error(`The server ended, by ${signal ?? code}; for want of memory, ${limit.killed()} were killed.`)
  })
  ended.catch(() => undefined)
  opened.defer(async () => {
    server.kill('SIGTERM')
    await exited
  })
  const ofBackups = { BACKUP_URL: join(folder, 'backups'), BACKUP_PASSPHRASE: 'correct horse battery' }
  return { url: `http://127.0.0.1:${port}`, env: { ...env, ...ofBackups }, ended }
}

/** Measures anonymous memory during some work. */
async function stretch(name: string, limit: MemoryLimit, work: () => Promise<unknown>, budgetMb = BUDGET_MB) {
  let highest = 0
  const reading = setInterval(() => {
    highest = Math.max(highest, limit.anonymousMb())
  }, READ_INTERVAL_MS)
  await work().finally(() => clearInterval(reading))
  return {
    stretch: name,
    'at most, MB': highest.toFixed(0),
    'budget, MB': String(budgetMb),
    'at its end, MB': limit.anonymousMb().toFixed(0),
    'with files, at most so far, MB': limit.mostMb().toFixed(0),
    'killed so far': String(limit.killed()),
  }
}

async function untilFilled(url: string) {
  while (
    !(await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(READ_INTERVAL_MS)
  if (!isSmoke) await attachFiles(url)
}

/** Makes a backup by the command, as the server does each night. */
async function backUp(limit: MemoryLimit, env: Env) {
  const program = [...LOW_MEMORY_FLAGS, 'cli/main.ts', 'backup', ...smokeSized(['--verify', '--prune'], [])]
  const [code, signal] = await once(startNode(program, { env, output: 'ignore', through: limit.through }), 'exit')
  if (code !== 0) throw new Error(`The backup ended by ${signal ?? code}.`)
}

/** Simulates staff: each person sends one request after the other, all of them at their own pace. */
async function look(url: string, times: number[]) {
  const end = performance.now() + lookingMs
  const { supabaseAnonKey } = await json<{ supabaseAnonKey: string }>(`${url}/config.json`)
  await Promise.all(
    staff.map(async (email) => {
      const { headers } = await signIn(url, supabaseAnonKey, email)
      const [client] = await json<{ id: string }[]>(`${url}/rest/v1/clients?select=id&limit=1`, { headers })
      for (let looks = 1; performance.now() < end; looks++) {
        const ask = shortLists[Math.floor(Math.random() * shortLists.length)]
        for (const step of ask?.steps ?? [])
          times.push(...(await Promise.all(step.map((one) => timeOf(url, one, headers)))))
        if (looks % LISTS_PER_NOTE === 0) await addNote(url, headers, client?.id)
        await sleep(2 * LIST_INTERVAL_MS * Math.random())
      }
    }),
  )
}

async function timeOf(url: string, request: Request, headers: Record<string, string>) {
  const started = performance.now()
  const answer = await send(url, request, headers)
  if (!answer.ok) throw new Error(`${request.path}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  return performance.now() - started
}

async function addNote(url: string, headers: Record<string, string>, client_id?: string) {
  const body = JSON.stringify({ client_id, note_text: 'Called, nobody there.' })
  await json(`${url}/rest/v1/client_notes`, {
    method: 'POST',
    headers: { ...headers, prefer: 'return=representation' },
    body,
  })
}

async function json<T>(url: string, request: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, request)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  const body: T = JSON.parse(text)
  return body
}
