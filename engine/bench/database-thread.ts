/**
 * Does PGlite belong on a thread of its own? Runs the same short transactions and the same slow query on the main
 * thread and on the engine's thread: what does a transaction cost, and for how long is the event loop blocked? Run: npm
 * run bench -- database-thread
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded.ts'
import { openPglite } from '../database/embedded/pglite.ts'

const TRANSACTIONS = 2_000
const AT_ONCE = 16
const SLOW = 'select count(*) from generate_series(1, 5000000) as n where n % 7 = 3'
const settings = "select set_config('request.path', '/shops', true), set_config('role', 'postgres', true)"

type Candidate = {
  name: string
  short: () => Promise<unknown>
  slow: () => Promise<unknown>
  close: () => Promise<unknown>
}

const home = mkdtempSync(join(tmpdir(), 'engine-bench-'))
const candidates = [await onMainThread(), await onOwnThread()]
const results = []
for (const candidate of candidates) {
  await measureShort(candidate, 200)
  results.push({
    database: candidate.name,
    'transactions/s, one at a time': Math.round(await measureShort(candidate, TRANSACTIONS)),
    [`transactions/s, ${AT_ONCE} at a time`]: Math.round(await measureShort(candidate, TRANSACTIONS, AT_ONCE)),
    'longest stall during a slow query, ms': Math.round(await stallDuring(candidate.slow)),
  })
}
console.table(results)
for (const { close } of candidates) await close()
rmSync(home, { recursive: true, force: true })

async function onMainThread(): Promise<Candidate> {
  const pglite = await openPglite(join(home, 'inline'))
  return {
    name: 'main thread',
    short: () =>
      pglite.transaction(async (tx) => {
        await tx.query(settings)
        await tx.query('select $1::int as n', [7])
      }),
    slow: () => pglite.query(SLOW),
    close: () => pglite.close(),
  }
}

async function onOwnThread(): Promise<Candidate> {
  const database: Database = await embeddedDatabase(join(home, 'thread'))
  return {
    name: 'own thread',
    short: () =>
      database.run(
        { settings: { 'request.path': '/shops', role: 'postgres' } },
        { text: 'select $1::int as n', values: [7] },
      ),
    slow: () => database.run({}, { text: SLOW }),
    close: () => database.close(),
  }
}

/** Transactions per second. */
async function measureShort({ short }: Candidate, count: number, atOnce = 1) {
  const started = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let n = 0; n < count / atOnce; n++) await short()
    }),
  )
  return count / ((performance.now() - started) / 1000)
}

/** In milliseconds. */
async function stallDuring(work: () => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await sleep(20)
  await work()
  await sleep(20)
  delay.disable()
  return delay.max / 1e6
}
