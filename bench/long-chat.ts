/**
 * Measures whether the messages screen stays fast with ten thousand messages, on the built site in Chromium. A link
 * leads to the first message, so that all are loaded; then a colleague sends a message, the reader scrolls, and types.
 * The same is done with a hundred messages. The goals: a new message and a keystroke in 50 ms, a frame of scrolling in
 * a sixtieth of a second.
 *
 * Run: npm run bench -- long-chat [--write], where --write writes the table into docs/performance-tables.md.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { keysOf, median, percentile, report, smokeSized, withTimeLimit } from 'engine/testing'
import { startEngine } from '../scripts/testing/throwaway-engine.ts'
import { BrowserPage } from './browser-page.ts'
import { openChat } from './chat-connection.ts'
import { startChromium } from './debuggable-chromium.ts'
import { waitUntil } from './wait-until.ts'

const COUNTS = smokeSized([100, 10_000], [20])
/** The most rows of one request to the data API. */
const PAGE = 1_000
const ROUNDS = smokeSized(25, 1)
const WARM_UP_ROUNDS = smokeSized(2, 0)
const FRAMES = smokeSized(300, 5)
/** The distance scrolled in each frame: three screens a second. */
const PIXELS = 40
/** The pause between two messages, so that one is seen and measured before the next. */
const PAUSE_MS = smokeSized(700, 100)
const WELCOME_LIMIT_MS = 10_000
const LIMIT_MS = 600_000

type Figures = { what: string; times: number[]; budgetMs: number }

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } })

await withTimeLimit(LIMIT_MS, async (opened) => {
  const { url, dataDir, stop } = await startEngine({ name: 'long-chat' })
  opened.defer(stop)
  const { anonKey, serviceRoleKey } = await keysOf(dataDir)
  const everything = createClient(url, serviceRoleKey, { auth: { persistSession: false } })
  const [ana, ben] = [await signIn('ana@north.test'), await signIn('ben@north.test')]
  const socket = `${url.replace(/^http/, 'ws')}/functions/v1/chat`
  const colleague = openChat(socket, ben.access_token, { onFrame: () => undefined, onLost: () => undefined })
  opened.defer(() => colleague.close())
  if (!(await waitUntil(colleague.isWelcome, WELCOME_LIMIT_MS))) throw new Error('The chat did not let Ben in.')
  const say = (content: string) => colleague.send({ type: 'message', content, messageType: 'text', metadata: {} })

  const columns: Figures[][] = []
  for (const count of COUNTS) {
    console.log(`${count} messages …`)
    const first = await fill(everything, count, [ana.user.id, ben.user.id])
    columns.push(await measure(`${url}/dashboard/messages?message=${first}`, JSON.stringify(ana), count, say))
  }
  const rows = columns[0]?.map(({ what, budgetMs }, row) => ({
    'until it is painted': what,
    ...Object.fromEntries(columns.flatMap((column, index) => summary(COUNTS[index] ?? 0, column[row]?.times ?? []))),
    'budget, ms': String(budgetMs),
  }))
  await report('long-chat', rows ?? [], options)
  return true

  async function signIn(email: string) {
    const { auth } = createClient(url, anonKey, { auth: { persistSession: false } })
    const { data, error } = await auth.signInWithPassword({ email, password: 'mainstreet' })
    if (error) throw error
    return data.session
  }
})

/** Fills the room up to this many messages of one to four lines, and returns the id of the first. */
async function fill(everything: SupabaseClient, count: number, people: readonly string[]): Promise<string> {
  const profiles = everything.from('user_profiles').select('agency_id')
  const { data: agency } = await profiles.eq('id', people[0]).single().throwOnError()
  const said = everything.from('chat_messages')
  const there = await said.select('*', { count: 'exact', head: true }).match(agency).throwOnError()
  const missing = Array.from({ length: count - (there.count ?? 0) }, (_, index) => ({
    ...agency,
    sender_id: people[Math.floor(index / 3) % people.length],
    content: `Message ${index}. ${'This is about as long as people write to each other. '.repeat(index % 4)}`,
  }))
  while (missing.length > 0) await said.insert(missing.splice(0, PAGE)).throwOnError()
  const { data } = await said.select('id').match(agency).order('number').limit(1).single().throwOnError()
  return data.id
}

async function measure(
  address: string,
  session: string,
  count: number,
  say: (content: string) => boolean,
): Promise<Figures[]> {
  await using chromium = await startChromium()
  const page = await BrowserPage.open(chromium.port)
  const watcher = await readFile(new URL('watch-chat.js', import.meta.url), 'utf8')
  await page.prepare(`${watcher}watchChat(${JSON.stringify(session)})`)
  await page.bringToFront()
  await page.goTo(address)
  await page.evaluate(`loaded(${count})`)
  await sleep(PAUSE_MS)

  async function repeatedly(times: () => Promise<unknown>): Promise<number[]> {
    const found: number[] = []
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const ms = Number(await times())
      if (round >= 0) found.push(ms)
    }
    return found
  }
  const message = async () => {
    await sleep(PAUSE_MS)
    const text = `Said ${crypto.randomUUID()}`
    const shown = page.evaluate(`shown(${JSON.stringify(text)})`)
    say(text)
    return shown
  }
  const keystroke = async () => {
    await page.insert('a')
    return page.evaluate('typed()')
  }
  const scrolling = async (): Promise<number[]> =>
    JSON.parse(String(await page.evaluate(`scrolled(-${PIXELS}, ${FRAMES})`)))

  await page.evaluate('lookAt(1)')
  const atEnd = await repeatedly(message)
  await page.evaluate('focusField()')
  const keystrokes = await repeatedly(keystroke)
  const nearEnd = await scrolling()
  await page.evaluate('lookAt(0.5)')
  const inTheMiddle = await scrolling()
  const readingBack = await repeatedly(message)
  return [
    { what: 'a new message, at the end', times: atEnd, budgetMs: 50 },
    { what: 'a new message, while one reads further up', times: readingBack, budgetMs: 50 },
    { what: 'a keystroke', times: keystrokes, budgetMs: 50 },
    { what: 'a frame of scrolling, from the end up', times: nearEnd, budgetMs: 16.7 },
    { what: 'a frame of scrolling, from the middle up', times: inTheMiddle, budgetMs: 16.7 },
  ]
}

function summary(count: number, times: number[]) {
  const messages = `${count.toLocaleString('en')} messages`
  return [
    [`${messages}, p50 ms`, median(times).toFixed(1)],
    [`${messages}, p95 ms`, percentile(times, 95).toFixed(1)],
  ]
}
