/**
 * Is an enquiry ever lost, doubled, or marked as mailed without a mail? Visitors send 500 enquiries, half of them leave before
 * the call that has them mailed, the mail server fails half the time, and meanwhile processes are killed at random moments.
 * Then the mail server recovers, the clock is moved on, and everything is counted.
 * Run: npm run bench -- no-enquiry-is-lost [--kills 60] [--enquiries 500] [--on embedded|postgres|two] [--write], where
 * --write writes the table into docs/performance-tables.md, and without --on it is tried on all.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { bounded, keysOf, markdownTable, startEngineProcess, startPostgres, writeFigures } from 'engine/testing'
import { embeddedDatabase, postgresDatabase } from 'engine/testing/database'
import { z } from 'zod'
import { unreliableMailServer } from './mail-server.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '60' },
    enquiries: { type: 'string', default: '500' },
    on: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const kills = Number(options.kills)
const enquiries = Number(options.enquiries)
const ways = options.on === undefined ? ['embedded', 'postgres', 'two'] : [options.on]

const health = z.object({ parts: z.object({ mails: z.object({ waiting: z.number() }) }) })
const VISITORS_AT_ONCE = 4
const LONGEST_LIFE_MS = 3_000
const SETTLED_WITHIN_MS = 600_000
const LIMIT_MS = 30 * 60_000

type Process = Awaited<ReturnType<typeof startEngineProcess>>

await bounded(ways.length * LIMIT_MS, async (opened) => {
  const outcomes: Outcome[] = []
  for (const way of ways) outcomes.push(await trial(way, opened))
  const table = markdownTable(outcomes.map(rowOf))
  console.log(table)
  if (options.write) await writeFigures('no-enquiry-is-lost', table)
  return outcomes.every(({ lost, doubled, unmailed, marked }) => lost + doubled + unmailed + marked === 0)
})

type Outcome = {
  way: string
  refused: number
  lost: number
  doubled: number
  /** As mailed, though no mail server ever took one. */
  marked: number
  unmailed: number
  twice: number
}

function rowOf({ way, refused, lost, doubled, marked, unmailed, twice }: Outcome) {
  return {
    on: way === 'two' ? 'PostgreSQL, two servers' : way === 'postgres' ? 'PostgreSQL' : 'embedded',
    kills: String(kills),
    enquiries: String(enquiries),
    'mails refused': String(refused),
    lost: String(lost),
    doubled: String(doubled),
    'marked without a mail': String(marked),
    'never mailed': String(unmailed),
    'mailed twice': String(twice),
  }
}

async function trial(way: string, opened: AsyncDisposableStack): Promise<Outcome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'no-enquiry-is-lost-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const mailServer = await unreliableMailServer()
  const postgres = way === 'embedded' ? undefined : await startPostgres()
  if (postgres) opened.defer(() => postgres.stop())
  const env = { MAIL_URL: mailServer.url, LOG_LEVEL: 'silent', ...(postgres && { DATABASE_URL: postgres.url }) }
  const start = () => startEngineProcess({ program: 'main.ts', dataDir, seed: true, env })

  const servers: Process[] = []
  for (let server = 0; server < (way === 'two' ? 2 : 1); server++) servers.push(await start())
  const keys = await keysOf(dataDir)
  const someServer = () => servers[Math.floor(Math.random() * servers.length)]?.url ?? ''
  const client = (key: string) => createClient(someServer(), key, { auth: { persistSession: false } })

  mailServer.fail(0.5)
  let killed = 0
  const killing = (async () => {
    while (killed < kills) {
      await sleep(Math.random() * LONGEST_LIFE_MS)
      const index = Math.floor(Math.random() * servers.length)
      await servers[index]?.end('SIGKILL')
      killed++
      servers[index] = await start()
    }
  })()
  const addresses = Array.from({ length: enquiries }, (_, number) => `visitor-${number}@shops.test`)
  const left = [...addresses]
  const pause = () => sleep((kills * LONGEST_LIFE_MS * VISITORS_AT_ONCE * Math.random()) / enquiries)
  const visitor = async () => {
    for (let email = left.pop(); email; email = left.pop()) {
      await send(() => client(keys.anonKey), email)
      await pause()
    }
  }
  await Promise.all([killing, ...Array.from({ length: VISITORS_AT_ONCE }, visitor)])

  mailServer.fail(0)
  for (const server of servers) await server.end('SIGKILL')
  await moveClock(postgres ? postgresDatabase(postgres.url, 'bench') : await embeddedDatabase(join(dataDir, 'db')))
  for (const index of servers.keys()) servers[index] = await start()
  await settled(keys.serviceRoleKey, someServer)

  const { data, error } = await client(keys.serviceRoleKey)
    .from('contact_submissions')
    .select('email, notified_at')
    .like('email', 'visitor-%')
    .limit(2 * enquiries)
  if (error) throw error
  for (const server of servers) await server.end('SIGKILL')
  mailServer.close()
  const stored = new Map<string, number>()
  for (const { email } of data) stored.set(email, (stored.get(email) ?? 0) + 1)
  const mails = (email: string) => mailServer.taken.get(email) ?? 0
  return {
    way,
    refused: mailServer.refused(),
    lost: addresses.filter((email) => !stored.has(email)).length,
    doubled: data.length - stored.size,
    marked: data.filter(({ email, notified_at }) => notified_at !== null && mails(email) === 0).length,
    unmailed: addresses.filter((email) => mails(email) === 0).length,
    twice: addresses.filter((email) => mails(email) > 1).length,
  }
}

/** As the form does: stores it, again until that is acknowledged, and has it mailed, unless the visitor leaves before. */
async function send(client: () => SupabaseClient, email: string) {
  const said = { name: 'Vic Stone', email, phone: '555', service: 'website', message: 'Good morning' }
  for (;;) {
    const { error, status } = await client()
      .from('contact_submissions')
      .insert({ ...said, business_name: 'Harbor Bakery' })
    if (!error) break
    if (status !== 0 && status < 500) throw error
    await sleep(200)
  }
  if (Math.random() < 0.5) return
  await client().functions.invoke('send-contact-notification', { body: { ...said, businessName: 'Harbor Bakery' } })
}

/** Whatever waits is due. */
async function moveClock(database: Awaited<ReturnType<typeof embeddedDatabase>>) {
  await database.run({}, { text: 'update mail.mails set due_at = now()' })
  await database.run({}, { text: 'update engine.clock set due_at = now()' })
  await database.close()
}

async function settled(serviceKey: string, someServer: () => string) {
  const service = createClient(someServer(), serviceKey, { auth: { persistSession: false } })
  const headers = { authorization: `Bearer ${serviceKey}` }
  const until = Date.now() + SETTLED_WITHIN_MS
  while (Date.now() < until) {
    const { parts } = health.parse(await (await fetch(`${someServer()}/health`, { headers })).json())
    const { count, error } = await service
      .from('contact_submissions')
      .select('*', { count: 'exact', head: true })
      .is('notified_at', null)
    if (error) throw error
    if (count === 0 && parts.mails.waiting === 0) return
    await sleep(1_000)
  }
  console.error('Not everything was mailed in time.')
}
