/**
 * Measures how soon the portal's lists show a colleague's change: from sending the write until it is on the screen, in
 * Chromium on the built site. Runs on one process with the embedded database, and on two with PostgreSQL and Redis,
 * where the screen is at one process and the colleague at the other. The goal is one second.
 *
 * Run: npm run bench -- colleagues [--write], where --write writes the table into docs/performance-tables.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median, percentile, report, smokeSized, withTimeLimit } from 'engine/testing'
import { BrowserPage } from './browser-page.ts'
import { startChromium } from './debuggable-chromium.ts'
import { type Person, signIn } from './sign-in-person.ts'
import { type Installation, startInstallation } from './start-installation.ts'

const ROUNDS = smokeSized(10, 1)
const BUDGET_MS = 1000
const LIMIT_MS = 300_000
/** The pause between rounds: lists collect changes within half a second, and each round must be a change by itself. */
const PAUSE_MS = 700

/**
 * Time limits: a screen whose channel is not joined yet is asked again after the first, and a screen on a slow machine
 * has the second.
 */
const [FOLLOWED_LIMIT_MS, SEEN_LIMIT_MS] = [2_000, 20_000]

const installations = [
  { name: 'embedded database', on: 'embedded' },
  { name: 'two servers', on: 'postgres', processes: 2 },
]

const newWords = () => `Change ${crypto.randomUUID().slice(0, 8)}`
const clientOf = (name: string) => ({ name, email: 'watched@client.test' })

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } })

/** A list, its path, and the row that a colleague adds to it. */
type List = { name: string; path: string; table: string; row(words: string): Record<string, unknown> }

await withTimeLimit(LIMIT_MS, async (opened) => {
  const rows = []
  for (const { name, ...wanted } of installations.slice(smokeSized(0, 1))) {
    rows.push(...(await measure(name, await startInstallation(opened, wanted))))
  }
  await report('colleagues', rows, options)
  return true
})

async function measure(name: string, { servers: [first, second = first], anonKey }: Installation) {
  const [screen, colleague] = [first.url, second.url]
  const ana = await signIn(screen, anonKey, 'ana@north.test')
  const ben = await signIn(colleague, anonKey, 'ben@north.test')
  const lists = (await listsOf(colleague, ben)).slice(0, smokeSized(4, 1))
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

/** The lists that follow changes, with rows of a new client of the person's agency. */
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

/** Waits until the screen follows changes, since it receives none before its channel is joined. */
async function untilItFollows(page: BrowserPage, list: List, url: string, person: Person) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const words = newWords()
    await write(url, person.headers, list.table, list.row(words))
    if (await page.evaluate(`${seen(words, FOLLOWED_LIMIT_MS)}.then(() => true, () => false)`)) return
  }
  throw new Error(`The list of ${list.name} does not follow.`)
}

async function timeOf(page: BrowserPage, list: List, url: string, { headers }: Person): Promise<number> {
  const words = newWords()
  const shown = page.evaluate(seen(words, SEEN_LIMIT_MS))
  const started = performance.now()
  await write(url, headers, list.table, list.row(words))
  await shown
  return performance.now() - started
}

/** A script that resolves once the page shows a text, and fails if that takes longer than the limit. */
function seen(words: string, limitMs: number): string {
  return `new Promise((resolve, reject) => {
    const look = () => {
      if (!document.body?.textContent.includes(${JSON.stringify(words)})) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    setTimeout(() => reject(new Error('unseen')), ${limitMs})
    look()
  })`
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
