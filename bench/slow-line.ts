/**
 * Measures how long a person on a slow network waits for a list: signed in, with nothing of the portal in the browser's
 * cache, on slow 4G (1.6 Mbit/s, 150 ms latency) and a processor four times slower than this one. The goal: first rows
 * in 2.5 s. Also shows the parts of that time, and the time of a second visit, whose files the service worker has cached.
 *
 * Run: npm run bench -- slow-line [--write], where --write writes the table into docs/performance-tables.md.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { keysOf, median, report, smokeSized } from 'engine/testing'
import { type RunningEngine, startEngine } from '../scripts/testing/throwaway-engine.ts'
import { BrowserPage } from './browser-page.ts'
import { startChromium } from './debuggable-chromium.ts'
import { signIn } from './sign-in-person.ts'

const ROUNDS = smokeSized(7, 1)
const BUDGET_MS = 2500
const SCREENS = smokeSized(['clients', 'projects'], ['clients'])
/** The number of rows of each list: more than a page, so that the list is as long as it gets. */
const ROWS = 60

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } })

/**
 * The times until the first rows were shown and until each thing that they need had loaded, from the click on the
 * address; `again` is that of the first rows of a second visit.
 */
type Wait = Record<'again' | 'firstRows' | 'html' | 'asked' | 'answered' | 'code' | 'requests' | 'bytes', number>

await using running = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void running.disposeAsync().then(() => process.exit(1)))
}
const engine = await startEngine({ name: 'slow-line' })
running.defer(engine.stop)
const session = await signInToLongLists(engine)
const rows = []
for (const screen of SCREENS) rows.push(summary(screen, await measure(screen)))
await report('slow-line', rows, options)

async function measure(screen: string): Promise<Wait[]> {
  const watcher = await readFile(new URL('watch-rows.js', import.meta.url), 'utf8')
  const waits: Wait[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // A new Chromium each time has nothing in its cache.
    await using chromium = await startChromium()
    const page = await BrowserPage.open(chromium.port)
    await page.prepare(`${watcher}watchRows(${JSON.stringify(session)})`)
    await page.slowDown()
    await page.goTo(`${engine.url}/dashboard/${screen}`)
    const wait = await waited()
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await page.goTo(`${engine.url}/dashboard/${screen}`)
    waits.push({ ...wait, again: (await waited()).firstRows })

    async function waited(): Promise<Omit<Wait, 'again'>> {
      return JSON.parse(String(await page.evaluate(`waitedFor(${JSON.stringify(screen)})`)))
    }
  }
  return waits
}

function summary(screen: string, waits: Wait[]) {
  const middle = (part: keyof Wait) => median(waits.map((wait) => wait[part]))
  const seconds = (part: keyof Wait) => (middle(part) / 1000).toFixed(2)
  return {
    list: screen,
    'first rows, s': seconds('firstRows'),
    'slowest, s': (Math.max(...waits.map(({ firstRows }) => firstRows)) / 1000).toFixed(2),
    'budget, s': (BUDGET_MS / 1000).toFixed(2),
    'second visit, s': seconds('again'),
    requests: String(middle('requests')),
    KB: (middle('bytes') / 1000).toFixed(0),
    'page there, s': seconds('html'),
    'rows asked for, s': seconds('asked'),
    'rows there, s': seconds('answered'),
    'code there, s': seconds('code'),
  }
}

/**
 * Signs in Ana, whose session supabase-js keeps in the browser, and fills a page of each list with clients and
 * projects.
 */
async function signInToLongLists({ url, dataDir }: RunningEngine): Promise<string> {
  const { anonKey } = await keysOf(dataDir)
  const { stored, headers } = await signIn(url, anonKey, 'ana@north.test')
  const asAna = { ...headers, prefer: 'return=representation' }
  const numbers = Array.from({ length: ROWS }, (_, number) => number)
  const clients = numbers.map((number) => ({ name: `Bakery ${number}`, email: `bakery-${number}@client.test` }))
  const [client]: { id: string; agency_id: string }[] = JSON.parse(await send('/rest/v1/clients', clients))
  if (!client) throw new Error('No client was added.')
  const ofClient = { client_id: client.id, agency_id: client.agency_id, project_type: 'maintenance' }
  const projects = numbers.map((number) => ({ ...ofClient, name: `Newsletter ${number}` }))
  await send('/rest/v1/projects', projects)
  return stored

  async function send(path: string, body: unknown): Promise<string> {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: asAna,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.text()
  }
}
