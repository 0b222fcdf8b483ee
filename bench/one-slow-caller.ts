/**
 * Measures whether one person can stop everybody else. A person who has signed up and works for no agency chooses a
 * name on which a regular expression backtracks for ever, and sends that search again and again, several at once.
 * Meanwhile some of the staff look at their lists. The engine is one process with its limits on, on either database.
 *
 * Run: npm run bench -- one-slow-caller [--minutes 10] [--on embedded|postgres] [--write], where --write writes the
 * table into docs/performance-tables.md, and without --on both databases are tried.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { isSmoke, percentile, report, smokeSized, withTimeLimit } from 'engine/testing'
import { type Person, signIn } from './sign-in-person.ts'
import { startInstallation } from './start-installation.ts'

const CONCURRENT_SLOW_REQUESTS = 8
const REQUEST_INTERVAL_MS = 200
/** The duration from which an answer counts as part of a stall. */
const STALL_MS = 1_000
const BUDGETS = { stallMs: 9_000, stalls: 1, p99Ms: 250 }
const PASSWORD = 'mainstreet'
/**
 * A name on which the pattern backtracks: it ends as the pattern does, so that it is not ruled out at once, and its odd
 * number of letters never makes two equal halves.
 */
const NAME = `${'a'.repeat(smokeSized(151, 11))}c`
const PATTERN = '^(a*)(a*)(a*)(a*)(a*)\\1\\2\\3\\4\\5c$'
const staff = ['ana@north.test', 'ben@north.test', 'cleo@south.test']
const lists = [
  'clients?select=*&order=created_at.desc&limit=50',
  'projects?select=*,clients(name)&order=created_at.desc&limit=50',
  'user_profiles?select=id,display_name&limit=50',
]

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: smokeSized('10', '0.03') },
    on: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const ms = Number(options.minutes) * 60_000
const databases = options.on === undefined ? smokeSized(['embedded', 'postgres'], ['postgres']) : [options.on]

type Look = { began: number; took: number }
type Server = { url: string; anonKey: string; serviceRoleKey: string }

await withTimeLimit(databases.length * (ms + 120_000), async (opened) => {
  const rows = []
  for (const database of databases) {
    const { servers, ...keys } = await startInstallation(opened, { on: database, env: { RATE_LIMITS: 'on' } })
    const server = { url: servers[0].url, ...keys }
    const attacker = await signUp(server)
    const colleagues = await Promise.all(
      staff.map((email, index) =>
        signIn(server.url, server.anonKey, email, { 'x-forwarded-for': `198.51.100.${index + 1}` }),
      ),
    )
    const end = performance.now() + ms
    const looks: Look[] = []
    let asked = 0
    const looking = colleagues.map((colleague) => look(server, colleague, end, looks))
    await sleep(REQUEST_INTERVAL_MS)
    const attacking = Array.from({ length: CONCURRENT_SLOW_REQUESTS }, () =>
      attack(server, attacker, end, () => asked++),
    )
    await Promise.all([...looking, ...attacking])
    rows.push(summary(database, asked, looks))
  }
  await report('one-slow-caller', rows, options)
  return isSmoke || rows.every((row) => row.good === 'yes')
})

/** Signs up a person of no agency with the slow name, and returns their token. */
async function signUp({ url, anonKey, serviceRoleKey }: Server): Promise<string> {
  const inMemory = { auth: { persistSession: false, autoRefreshToken: false } }
  const email = `${crypto.randomUUID()}@slow.test`
  const made = await createClient(url, serviceRoleKey, inMemory).auth.admin.createUser({
    ...{ email, password: PASSWORD, email_confirm: true },
    user_metadata: { full_name: NAME, name: NAME },
  })
  if (made.error) throw made.error
  const person = createClient(url, anonKey, inMemory)
  const { data, error } = await person.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  const named = await person.from('user_profiles').update({ display_name: NAME }).eq('id', data.user.id)
  if (named.error) throw named.error
  return data.session.access_token
}

async function attack({ url, anonKey }: Server, token: string, end: number, onAsked: () => void) {
  const query = new URLSearchParams({ select: 'id', display_name: `match.${PATTERN}` })
  const headers = { apikey: anonKey, authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.66' }
  while (performance.now() < end) {
    const answer = await fetch(`${url}/rest/v1/user_profiles?${query}`, { headers })
    await answer.arrayBuffer()
    onAsked()
    // An attacker who is told to wait comes back a little later, earlier than the Retry-After header says.
    if (answer.status === 503 || answer.status === 429) await sleep(100)
  }
}

async function look({ url }: Server, { headers }: Person, end: number, looks: Look[]) {
  for (let turn = 0; performance.now() < end; turn++) {
    const began = performance.now()
    const list = await fetch(`${url}/rest/v1/${lists[turn % lists.length]}`, { headers })
    const text = await list.text()
    if (!list.ok) console.error(`One of the staff was answered ${list.status}: ${text}`)
    looks.push({ began, took: performance.now() - began })
    await sleep(REQUEST_INTERVAL_MS)
  }
}

/** Counts stalls: answers that were late at the same time are one stall. */
function stallsOf(looks: readonly Look[]): number {
  let count = 0
  let until = Number.NEGATIVE_INFINITY
  for (const { began, took } of looks.filter(({ took }) => took > STALL_MS).toSorted((a, b) => a.began - b.began)) {
    if (began > until) count++
    until = Math.max(until, began + took)
  }
  return count
}

function summary(database: string, asked: number, looks: readonly Look[]) {
  const times = looks.map(({ took }) => took)
  const longest = Math.max(...times)
  const stalls = stallsOf(looks)
  const p99 = percentile(times, 99)
  const isGood = longest <= BUDGETS.stallMs && stalls <= BUDGETS.stalls && p99 <= BUDGETS.p99Ms
  return {
    on: database,
    minutes: options.minutes,
    'slow requests': String(asked),
    'lists of others': String(looks.length),
    'longest stall, s': (longest / 1000).toFixed(2),
    stalls: String(stalls),
    'p50, ms': percentile(times, 50).toFixed(0),
    'p99, ms': p99.toFixed(0),
    good: isGood ? 'yes' : 'no',
  }
}
