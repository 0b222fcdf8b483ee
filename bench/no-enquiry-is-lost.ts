/**
 * Checks that no enquiry is lost, doubled, or marked as mailed without a mail. Visitors send 500 enquiries, half of
 * them leave before the call that triggers the mail, the mail server fails half the time, and meanwhile processes are
 * killed at random moments. Then the mail server recovers, the clock is moved on, and everything is counted.
 *
 * Run: npm run bench -- no-enquiry-is-lost [--kills 60] [--enquiries 500] [--on embedded|postgres|two] [--write], where
 * --write writes the table into docs/performance-tables.md, and without --on all are tried.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { report, smokeSized, withTimeLimit } from 'engine/testing'
import { embeddedDatabase, postgresDatabase } from 'engine/testing/database'
import { z } from 'zod'
import { databaseName, startInstallation } from './start-installation.ts'
import { unreliableMailServer } from './unreliable-mail-server.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: smokeSized('60', '1') },
    enquiries: { type: 'string', default: smokeSized('500', '4') },
    on: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const kills = Number(options.kills)
const enquiries = Number(options.enquiries)
const ways = options.on === undefined ? smokeSized(['embedded', 'postgres', 'two'], ['embedded']) : [options.on]

const health = z.object({ parts: z.object({ mails: z.object({ waiting: z.number() }) }) })
const CONCURRENT_VISITORS = 4
const MAX_SERVER_LIFE_MS = smokeSized(3_000, 500)
const SETTLED_WITHIN_MS = 600_000
const LIMIT_MS = 30 * 60_000

await withTimeLimit(ways.length * LIMIT_MS, async (opened) => {
  const outcomes: Outcome[] = []
  for (const way of ways) outcomes.push(await trial(way, opened))
  await report('no-enquiry-is-lost', outcomes.map(rowOf), options)
  return outcomes.every(({ lost, doubled, unmailed, marked }) => lost + doubled + unmailed + marked === 0)
})

type Outcome = {
  way: string
  refused: number
  lost: number
  doubled: number
  /** The number of enquiries that are marked as mailed without a mail that any mail server accepted. */
  marked: number
  unmailed: number
  twice: number
}

function rowOf({ way, refused, lost, doubled, marked, unmailed, twice }: Outcome) {
  return {
    on: databaseName(way),
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
  const mailServer = await unreliableMailServer()
  opened.defer(() => void mailServer.close())
  const env = { MAIL_URL: mailServer.url }
  const { servers, dataDir, databaseUrl, ...keys } = await startInstallation(opened, {
    ...{ on: way, env },
    processes: way === 'two' ? 2 : 1,
  })
  const someServer = () => servers[Math.floor(Math.random() * servers.length)]?.url ?? ''
  const client = (key: string) => createClient(someServer(), key, { auth: { persistSession: false } })

  mailServer.fail(0.5)
  let killed = 0
  const killing = (async () => {
    while (killed < kills) {
      await sleep(Math.random() * MAX_SERVER_LIFE_MS)
      const index = Math.floor(Math.random() * servers.length)
      await servers[index]?.kill()
      killed++
      await servers[index]?.restart()
    }
  })()
  const addresses = Array.from({ length: enquiries }, (_, number) => `visitor-${number}@shops.test`)
  const left = [...addresses]
  const pause = () => sleep((kills * MAX_SERVER_LIFE_MS * CONCURRENT_VISITORS * Math.random()) / enquiries)
  const visitor = async () => {
    for (let email = left.pop(); email; email = left.pop()) {
      await send(() => client(keys.anonKey), email)
      await pause()
    }
  }
  await Promise.all([killing, ...Array.from({ length: CONCURRENT_VISITORS }, visitor)])

  mailServer.fail(0)
  for (const server of servers) await server.kill()
  await moveClock(databaseUrl ? postgresDatabase(databaseUrl, 'bench') : await embeddedDatabase(join(dataDir, 'db')))
  for (const server of servers) await server.restart()
  await settled(keys.serviceRoleKey, someServer)

  const { data, error } = await client(keys.serviceRoleKey)
    .from('contact_submissions')
    .select('email, notified_at')
    .like('email', 'visitor-%')
    .limit(2 * enquiries)
  if (error) throw error
  for (const server of servers) await server.kill()
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

/**
 * Sends an enquiry like the contact form: stores it, repeatedly until that is acknowledged, and triggers the mail
 * unless the visitor leaves before.
 */
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

/** Makes all waiting mails due, by moving their times into the past. */
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
