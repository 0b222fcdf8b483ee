/**
 * Measures how long a change of the passphrase takes, and whether the page freezes meanwhile. A thousand entries with
 * notes, each text with a salt of its own, are in a real browser; the vault was just unlocked, so that its entries are
 * still being decrypted when the change begins. Then OpenSSL decrypts everything with the new passphrase.
 *
 * Run: npm run bench -- passphrase-time [--entries 1000] [--on embedded|postgres] [--write], where --write writes the
 * table into docs/performance-tables.md, and without --on both databases are measured.
 */
import { parseArgs } from 'node:util'
import type { SupabaseClient } from '@supabase/supabase-js'
import { report, smokeSized, withTimeLimit } from 'engine/testing'
import { z } from 'zod'
import { startChromium } from './debuggable-chromium.ts'
import { ana, call, fillVault, openVaultPage } from './passphrase-page.ts'
import { databaseName, startInstallation } from './start-installation.ts'
import { opens, seal } from './vault-payload.ts'

const { values: options } = parseArgs({
  options: {
    entries: { type: 'string', default: smokeSized('1000', '2') },
    on: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const LIMIT_MS = 15 * 60_000
const BUDGET_S = 120
const [before, fresh] = ['the first one', 'four new words here']
const ways = options.on === undefined ? smokeSized(['embedded', 'postgres'], ['embedded']) : [options.on]

/** The figures that passphrase-in-page.js collects. */
const standstill = z.object({ frame: z.number(), task: z.number() })

await withTimeLimit(ways.length * LIMIT_MS, async (opened) => {
  console.log('Sealing the entries …')
  const entries = await sealedEntries()
  const outcomes = []
  for (const way of ways) outcomes.push(await time(way, entries, opened))
  await report('passphrase-time', outcomes.map(rowOf), options)
  return outcomes.every(({ openingMs, storingMs, opening }) => openingMs + storingMs < BUDGET_S * 1000 && opening)
})

/** Encrypted entries: a password of twenty characters, and notes of some lines. */
function sealedEntries() {
  const entries = Array.from({ length: Number(options.entries) }, async (_, number) => ({
    title: `Entry ${number}`,
    username: `person-${number}@example.test`,
    encrypted_password: await seal(`password ${String(number).padStart(11, '0')}`, before),
    encrypted_notes: await seal(`Recovery codes of ${number}\n${'1234-5678 '.repeat(16)}`, before),
  }))
  return Promise.all(entries)
}

type Outcome = Awaited<ReturnType<typeof time>>

function rowOf({ on, openingMs, storingMs, frame, task, opening }: Outcome) {
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return {
    on: databaseName(on),
    entries: options.entries,
    'reading and opening, s': seconds(openingMs),
    'encrypting anew and storing, s': seconds(storingMs),
    'in all, s': seconds(openingMs + storingMs),
    'budget, s': String(BUDGET_S),
    'longest without a frame, ms': frame.toFixed(0),
    'longest task, ms': task.toFixed(0),
    'all open with the new one': opening ? 'yes' : 'no',
  }
}

async function time(on: string, entries: Awaited<ReturnType<typeof sealedEntries>>, opened: AsyncDisposableStack) {
  const {
    servers: [server],
    anonKey,
  } = await startInstallation(opened, { on })
  const { client, session } = await ana(server.url, anonKey)
  await fillVault(client, entries)

  await using chromium = await startChromium()
  const page = await openVaultPage(chromium.port, server.url, session)
  await page.evaluate(call('unlock', before))
  await page.evaluate('watchFrames()')
  const begun = performance.now()
  await page.evaluate(call('changePassphrase', before, fresh))
  const decided = performance.now()
  await page.evaluate('isChanged()')
  const stored = performance.now()
  await page.evaluate('isKnown()')
  const { frame, task } = standstill.parse(JSON.parse(String(await page.evaluate('longestStandstill()'))))
  const opening = await allOpen(client, entries.length)
  return { on, openingMs: decided - begun, storingMs: stored - decided, frame, task, opening }
}

async function allOpen(client: SupabaseClient, count: number): Promise<boolean> {
  const { data: user } = await client.auth.getUser()
  const asked = client.from('password_vault').select('encrypted_password, encrypted_notes').eq('user_id', user.user?.id)
  const { data } = await asked.range(0, count).throwOnError()
  const payloads = data.flatMap(({ encrypted_password, encrypted_notes }) => [encrypted_password, encrypted_notes])
  const opening = await Promise.all(payloads.map((payload) => opens(payload, fresh)))
  return payloads.length === 2 * count && opening.every(Boolean)
}
