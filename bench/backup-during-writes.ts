/**
 * Checks that a backup made while people work holds every write that was acknowledged before it began, and no write by
 * half. A client writes 2,000 times a minute: two rows in one request, and now and then an added or removed file.
 * Meanwhile the command makes backups, and each is restored elsewhere and inspected. Also measures how long a write
 * waited at most while a backup was made, and in general.
 *
 * Run: npm run bench -- backup-during-writes [--rounds 20] [--on embedded|postgres] [--write], where --write writes the
 * table into docs/performance-tables.md, and without --on both databases are tried.
 */
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { report, smokeSized, withTimeLimit } from 'engine/testing'
import { openFolder } from 'engine/testing/database'
import { z } from 'zod'
import { databaseName, startInstallation } from './start-installation.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: smokeSized('20', '1') },
    on: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const rounds = Number(options.rounds)
const PAUSE_MS = 60_000 / 2_000
const LIMIT_MS = 30 * 60_000
const made = z.object({ bytes: z.number(), files: z.number(), missing: z.number() })
const run = promisify(execFile)

type Outcome = {
  way: string
  writes: number
  lost: number
  half: number
  missing: number
  secondsOfBackup: number
  waits: Waits
}
type Waits = { during: number; else: number }

const rowOf = ({ way, writes, lost, half, missing, secondsOfBackup, waits }: Outcome) => ({
  on: databaseName(way),
  backups: String(rounds),
  'writes meanwhile': String(writes),
  'acknowledged before, and lost': String(lost),
  'by half': String(half),
  'files missing': String(missing),
  'seconds a backup': secondsOfBackup.toFixed(1),
  'longest wait of a writer': `${Math.round(waits.during)} ms (else ${Math.round(waits.else)} ms)`,
})

async function trial(way: string, opened: AsyncDisposableStack): Promise<Outcome> {
  const { servers, dataDir, env, serviceRoleKey } = await startInstallation(opened, { on: way })
  const [server] = servers
  const writer = new Writer(createClient(server.url, serviceRoleKey, { auth: { persistSession: false } }))
  const writing = writer.start()
  const outcome = { way, lost: 0, half: 0, missing: 0, secondsOfBackup: 0 }
  const commands = {
    ...process.env,
    ...env,
    DATA_DIR: dataDir,
    PORT: new URL(server.url).port,
    BACKUP_URL: `${dataDir}-archives`,
  }
  opened.defer(() => rm(commands.BACKUP_URL, { recursive: true, force: true }))
  for (let round = 0; round < rounds; round++) {
    await sleep(500 + Math.random() * 1_000)
    const before = writer.beginBackup()
    const began = performance.now()
    const backup = await run('node', ['cli/main.ts', 'backup', '--json'], { env: commands })
    outcome.secondsOfBackup += (performance.now() - began) / 1_000 / rounds
    writer.endBackup()
    outcome.missing += made.parse(JSON.parse(backup.stdout)).missing
    const elsewhere = `${dataDir}-restored`
    const { DATABASE_URL: _none, ...embedded } = { DATABASE_URL: '', ...commands }
    await run('node', ['cli/main.ts', 'restore'], { env: { ...embedded, DATA_DIR: elsewhere } })
    const found = await look(elsewhere)
    outcome.half += found.half
    outcome.lost += before.filter((name) => !found.names.has(name)).length
    await rm(elsewhere, { recursive: true })
  }
  writer.stop()
  await writing
  return { ...outcome, writes: writer.acknowledged.length, waits: writer.waits }
}

/** A client that writes without a pause. */
class Writer {
  readonly acknowledged: string[] = []
  readonly waits: Waits = { during: 0, else: 0 }
  readonly #db: SupabaseClient
  #isBackup = false
  #isStopped = false

  constructor(db: SupabaseClient) {
    this.#db = db
  }

  beginBackup(): string[] {
    this.#isBackup = true
    return [...this.acknowledged]
  }

  endBackup() {
    this.#isBackup = false
  }

  stop() {
    this.#isStopped = true
  }

  async start() {
    const { data, error } = await this.#db.from('agencies').select('id').limit(1).single()
    if (error) throw error
    const underWay = new Set<Promise<void>>()
    for (let number = 0; !this.#isStopped; number++) {
      const write = this.#write(number, data.id).finally(() => underWay.delete(write))
      underWay.add(write)
      await sleep(PAUSE_MS)
    }
    await Promise.all(underWay)
  }

  async #write(number: number, agency: string) {
    const began = performance.now()
    const name = `pair-${number}`
    const client = (which: string) => ({ name, email: `${which}@${name}.test`, agency_id: agency })
    const { error } = await this.#db.from('clients').insert([client('one'), client('other')])
    if (error) throw error
    if (number % 10 === 0) await this.#file(number)
    this.acknowledged.push(name)
    const wait = performance.now() - began
    const when = this.#isBackup ? 'during' : 'else'
    this.waits[when] = Math.max(this.waits[when], wait)
  }

  async #file(number: number) {
    const bucket = this.#db.storage.from('client-update-files')
    const picture = new Uint8Array(Buffer.from(PIXEL, 'base64'))
    const { error } = await bucket.upload(`bench/${number}.png`, picture, { contentType: 'image/png' })
    if (error) throw error
    if (number >= 50) await bucket.remove([`bench/${number - 50}.png`])
  }
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Counts the pairs of rows in a restored database, and how many of them are incomplete. */
async function look(dataDir: string) {
  const { client, end } = await openFolder(join(dataDir, 'db'))
  const { rows } = await client.query<{ name: string; count: number }>(
    "select name, count(*)::int as count from public.clients where name like 'pair-%' group by name",
  )
  await end()
  return { names: new Set(rows.map(({ name }) => name)), half: rows.filter(({ count }) => count !== 2).length }
}

const ways = options.on === undefined ? smokeSized(['embedded', 'postgres'], ['postgres']) : [options.on]
await withTimeLimit(ways.length * LIMIT_MS, async (opened) => {
  const outcomes: Outcome[] = []
  for (const way of ways) outcomes.push(await trial(way, opened))
  await report('backup-during-writes', outcomes.map(rowOf), options)
  return outcomes.every(({ lost, half, missing }) => lost + half + missing === 0)
})
