/**
 * Does an entry of the vault ever open with neither passphrase, or only some of them with the new one? Ana changes her
 * passphrase in a real browser, and at a random moment the browser or the server is killed: half of the times while it is
 * stored. Then everything is started again, and each entry is tried with both passphrases by OpenSSL.
 * Run: npm run bench -- passphrase-change [--kills 30] [--entries 12] [--on embedded|postgres] [--write], where --write writes
 * the table into docs/performance-tables.md, and without --on it is tried on both.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { bounded, keysOf, markdownTable, startEngineProcess, startPostgres, writeFigures } from 'engine/testing'
import { startChromium } from './debuggable-chromium.ts'
import { ana, call, fillVault, openVaultPage } from './passphrase-page.ts'
import { opens, seal } from './vault-payload.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    entries: { type: 'string', default: '12' },
    on: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const kills = Number(options.kills)
const LIMIT_MS = 30 * 60_000
/** How long after it began to be stored the server or the browser may live. */
const STORING_MS = 200

type Process = Awaited<ReturnType<typeof startEngineProcess>>
type Outcome = { on: string; old: number; fresh: number; mixed: number; neither: number; duringStore: number }

const ways = options.on === undefined ? ['embedded', 'postgres'] : [options.on]

await bounded(ways.length * LIMIT_MS, async (opened) => {
  const outcomes: Outcome[] = []
  for (const way of ways) outcomes.push(await trial(way, opened))
  const table = markdownTable(outcomes.map(rowOf))
  console.log(table)
  if (options.write) await writeFigures('passphrase-change', table)
  return outcomes.every(({ mixed, neither }) => mixed + neither === 0)
})

function rowOf({ on, old, fresh, mixed, neither, duringStore }: Outcome) {
  return {
    on: on === 'postgres' ? 'PostgreSQL' : 'embedded',
    kills: String(kills),
    'while it was stored': String(duringStore),
    'all with the passphrase before': String(old),
    'all with the new one': String(fresh),
    'some with each': String(mixed),
    'with neither': String(neither),
  }
}

async function trial(on: string, opened: AsyncDisposableStack): Promise<Outcome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'passphrase-change-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = on === 'postgres' ? await startPostgres() : undefined
  if (postgres) opened.defer(() => postgres.stop())
  const env = { LOG_LEVEL: 'silent', ...(postgres && { DATABASE_URL: postgres.url }) }
  const start = () => startEngineProcess({ program: 'main.ts', dataDir, seed: true, env })

  let server = await start()
  opened.defer(() => server.end('SIGKILL'))
  const { anonKey } = await keysOf(dataDir)
  let passphrase = 'the first one'
  await fillVault((await ana(server.url, anonKey)).client, await entriesUnder(passphrase))
  const outcome: Outcome = { on, old: 0, fresh: 0, mixed: 0, neither: 0, duringStore: 0 }
  let wholeMs = 2000
  // The first one is let alone: it tells how long one takes.
  for (let round = 0; round <= kills; round++) {
    const fresh = `passphrase ${round}`
    const { session } = await ana(server.url, anonKey)
    const change = { server, session, passphrase, fresh }
    if (round === 0) wholeMs = await changeUndisturbed(change)
    else {
      const isDuringStore = Math.random() < 0.5
      if (isDuringStore) outcome.duringStore += 1
      await changeAndKill(change, isDuringStore ? 'while storing' : Math.random() * wholeMs)
    }
    await server.end('SIGKILL')
    server = await start()
    const found = await look((await ana(server.url, anonKey)).client, passphrase, fresh)
    if (round > 0) outcome[found] += 1
    if (found === 'fresh') passphrase = fresh
    if (found === 'mixed' || found === 'neither') break
  }
  return outcome
}

/** Every second one has notes. */
function entriesUnder(passphrase: string) {
  const entries = Array.from({ length: Number(options.entries) }, async (_, number) => ({
    title: `Entry ${number}`,
    encrypted_password: await seal(`password ${number}`, passphrase),
    encrypted_notes: number % 2 === 0 ? await seal(`notes ${number}`, passphrase) : null,
  }))
  return Promise.all(entries)
}

type Change = { server: Process; session: Session; passphrase: string; fresh: string }

function open({ server, session }: Change, port: number) {
  return openVaultPage(port, server.url, session)
}

function started({ passphrase, fresh }: Change) {
  return call('changePassphrase', passphrase, fresh)
}

async function changeUndisturbed(change: Change): Promise<number> {
  await using chromium = await startChromium()
  const page = await open(change, chromium.port)
  const begun = performance.now()
  await page.evaluate(started(change))
  await page.evaluate('isChanged()')
  return performance.now() - begun
}

async function changeAndKill(change: Change, moment: 'while storing' | number) {
  const isServer = Math.random() < 0.5
  await using chromium = await startChromium()
  const page = await open(change, chromium.port)
  // What it is in the middle of never answers any more.
  const changing = page.evaluate(started(change))
  changing.catch(() => undefined)
  if (moment === 'while storing') {
    await page.evaluate('isStoring()')
    await sleep(Math.random() * STORING_MS)
  } else await sleep(moment)
  if (isServer) await change.server.end('SIGKILL')
}

/** How all entries open, each with its notes. */
async function look(
  client: SupabaseClient,
  old: string,
  fresh: string,
): Promise<'old' | 'fresh' | 'mixed' | 'neither'> {
  const { data: user } = await client.auth.getUser()
  const asked = client.from('password_vault').select('encrypted_password, encrypted_notes').eq('user_id', user.user?.id)
  const { data } = await asked.throwOnError()
  if (data.length !== Number(options.entries)) return 'neither'
  const payloads = data
    .flatMap(({ encrypted_password, encrypted_notes }) => [encrypted_password, encrypted_notes])
    .filter((stored) => stored !== null)
  const found = await Promise.all(
    payloads.map(async (stored) =>
      (await opens(stored, old)) ? 'old' : (await opens(stored, fresh)) ? 'fresh' : 'neither',
    ),
  )
  if (found.includes('neither')) return 'neither'
  return found.every((one) => one === found[0]) ? (found[0] ?? 'neither') : 'mixed'
}
