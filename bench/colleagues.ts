/**
 * How soon do the portal's lists show what a colleague does? From the moment in which somebody else's write leaves, until
 * the screen has it: in Chromium on the built site, on one process with the embedded database, and on two with a
 * PostgreSQL and a Redis, of which the screen is at one and the colleague at the other. The budget: a second.
 * Run: npm run bench -- colleagues [--write], where --write writes the table into docs/performance-tables.md.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bounded, keysOf, markdownTable, median, percentile, startEngineProcess, writeFigures } from 'engine/testing'
import { BrowserPage } from './browser-page.ts'
import { startChromium } from './debuggable-chromium.ts'
import { startInstallation } from './installation.ts'

const ROUNDS = 10
const BUDGET_MS = 1000
const LIMIT_MS = 300_000
/** Lists gather what comes within half a second of the last change: each round is a change by itself. */
const PAUSE_MS = 700

const newWords = () => `Change ${crypto.randomUUID().slice(0, 8)}`
const clientOf = (name: string) => ({ name, email: 'watched@client.test' })

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } })

/** Somebody signed in: what the browser keeps of them, and how requests name them. */
type Person = { id: string; stored: string; headers: Record<string, string> }

/** A list, where it is shown, and the row that a colleague adds to it. */
type List = { name: string; path: string; table: string; row(words: string): Record<string, unknown> }

await bounded(LIMIT_MS, async (opened) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mainstreet-bench-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const embedded = await startEngineProcess({ dataDir, program: 'main.ts', seed: true })
  opened.defer(() => embedded.end('SIGTERM'))
  const several = opened.use(await startInstallation(2))
  const [one, other = one] = several.servers
  const { anonKey } = await keysOf(dataDir)
  const rows = [
    ...(await measure('embedded database', { screen: embedded.url, colleague: embedded.url, anonKey })),
    ...(await measure('two servers', { screen: one.url, colleague: other.url, anonKey: several.anonKey })),
  ]
  console.table(rows)
  if (options.write) await writeFigures('colleagues', markdownTable(rows))
  return true
})

async function measure(
  name: string,
  { screen, colleague, anonKey }: Record<'screen' | 'colleague' | 'anonKey', string>,
) {
  const ana = await signIn(screen, anonKey, 'ana@north.test')
  const ben = await signIn(colleague, anonKey, 'ben@north.test')
  const lists = await listsOf(colleague, ben)
  const rows = []
  for (const list of lists) {
    await using chromium = await startChromium()
    const page = await BrowserPage.open(chromium.port)
    await page.prepare(`localStorage.setItem('sb-localhost-auth-token', ${JSON.stringify(ana.stored)})`)
    await page.goTo(screen + list.path)
    await untilItFollows(page, list, colleague, ben)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(PAUSE_MS)
      times.push(await timeOf(page, list, colleague, ben))
    }
    rows.push({
      on: name,
      list: list.name,
      'p50 ms': median(times).toFixed(0),
      'p95 ms': percentile(times, 95).toFixed(0),
      'budget, ms': String(BUDGET_MS),
    })
  }
  return rows
}

/** The lists that follow, of somebody's agency and a new client of it. */
async function listsOf(url: string, { id, headers }: Person): Promise<List[]> {
  const [profile] = await read(`${url}/rest/v1/user_profiles?select=agency_id&id=eq.${id}`, headers)
  const client = await write(url, headers, 'clients', { ...clientOf('Watched'), agency_id: profile?.agency_id })
  const project = { client_id: client.id, agency_id: profile?.agency_id, project_type: 'maintenance' }
  const { id: project_id } = await write(url, headers, 'projects', { ...project, name: 'Watched' })
  const path = `/dashboard/clients/${client.id}`
  return [
    {
      ...{ name: 'clients', path: '/dashboard/clients', table: 'clients' },
      row: (words) => ({ ...clientOf(words), agency_id: profile?.agency_id }),
    },
    {
      ...{ name: 'projects', path: '/dashboard/projects', table: 'projects' },
      row: (name) => ({ ...project, name }),
    },
    { name: 'updates', path, table: 'project_updates', row: (title) => ({ project_id, title, content: 'Done.' }) },
    { name: 'notes', path, table: 'client_notes', row: (note_text) => ({ client_id: client.id, note_text }) },
  ]
}

/** The screen hears of nothing before its channel is joined. */
async function untilItFollows(page: BrowserPage, list: List, url: string, person: Person) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const words = newWords()
    await write(url, person.headers, list.table, list.row(words))
    if (await page.evaluate(`${seen(words)}.then(() => true, () => false)`)) return
  }
  throw new Error(`The list of ${list.name} does not follow.`)
}

async function timeOf(page: BrowserPage, list: List, url: string, { headers }: Person): Promise<number> {
  const words = newWords()
  const shown = page.evaluate(seen(words))
  const started = performance.now()
  await write(url, headers, list.table, list.row(words))
  await shown
  return performance.now() - started
}

/** Once the page says so; fails where it does not in two seconds. */
function seen(words: string): string {
  return `new Promise((resolve, reject) => {
    const look = () => {
      if (!document.body?.textContent.includes(${JSON.stringify(words)})) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    setTimeout(() => reject(new Error('unseen')), 2000)
    look()
  })`
}

async function signIn(url: string, anonKey: string, email: string): Promise<Person> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'mainstreet' }),
  })
  const stored = await answer.text()
  const { access_token, user }: { access_token: string; user: { id: string } } = JSON.parse(stored)
  return { id: user.id, stored, headers: { apikey: anonKey, authorization: `Bearer ${access_token}` } }
}

async function read(url: string, headers: Record<string, string>): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = JSON.parse(await (await fetch(url, { headers })).text())
  return rows
}

async function write(url: string, headers: Record<string, string>, table: string, row: Record<string, unknown>) {
  const answer = await fetch(`${url}/rest/v1/${table}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'return=representation' },
    body: JSON.stringify(row),
  })
  if (!answer.ok) throw new Error(`${table}: ${answer.status} ${await answer.text()}`)
  const [written]: [{ id: string }] = JSON.parse(await answer.text())
  return written
}
