import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseConfig } from '../../../engine/config.ts'
import type { Database } from '../../../engine/database/database.ts'
import { embeddedDatabase } from '../../../engine/database/embedded/embedded.ts'
import type { RunningEngine } from '../../../engine/installation.ts'
import { serve } from '../../../engine/serve.ts'
import { freePort } from '../../../engine/testing/free-port.ts'
import { installation } from '../../installation.ts'
import { tryIsolation } from './isolation.ts'
import { buildTrialWorld, trialStage } from './trial-world.ts'

let home: string
let database: Database
let engine: RunningEngine

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'doctor-isolation-'))
  const env = { DATA_DIR: home, PORT: String(await freePort()), RATE_LIMITS: 'on', LOG_LEVEL: 'warn' }
  database = await embeddedDatabase(join(home, 'db'))
  const seeded = { ...installation, env, seed: true }
  engine = await serve(parseConfig(env, seeded), database, seeded)
}, 120_000)
afterAll(async () => {
  await engine.stop()
  await rm(home, { recursive: true, force: true })
})

const at = () => ({ url: engine.ownUrl, anonKey: engine.anonKey, serviceRoleKey: engine.serviceRoleKey })

/** How many rows each table of the database has, but for what tells of the past, and of the servers that are running. */
async function rowCounts(): Promise<Record<string, number>> {
  const sql = (text: string) => database.run<{ name: string; count: number }>({}, { text })
  const tables = await sql(`
    select format('%I.%I', schemaname, tablename) as name, 0 as count
    from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
      and tablename !~ 'audit' and tablename <> 'chat_servers'`)
  const counts: [string, number][] = []
  for (const { name } of tables) {
    const [row] = await sql(`select '' as name, count(*)::int as count from ${name}`)
    counts.push([name, row?.count ?? 0])
  }
  return Object.fromEntries(counts)
}

it('finds nothing where all is as it should be, and leaves nothing behind', async () => {
  const before = await rowCounts()
  const { findings, failed, absent, cells } = await tryIsolation(at())
  expect({ findings, failed }).toEqual({ findings: [], failed: [] })
  expect(Object.keys(absent)).toEqual(['planner'])
  expect(cells.length).toBeGreaterThan(500)
  expect(await rowCounts()).toEqual(before)
}, 240_000)

it('names what somebody may do who should not, and tidies up after a run that was cut short', async () => {
  const before = await rowCounts()
  const policy = `"staff read their agency's clients, super admins all"`
  await database.run({}, { text: `alter policy ${policy} on public.clients using (auth.uid() is not null)` })
  await buildTrialWorld(trialStage(at()))
  const { findings } = await tryIsolation(at(), { only: ['rows of others', 'tables'] })
  expect(findings).toEqual(
    expect.arrayContaining([
      { part: 'rows of others', subject: 'clients', caller: 'nia', expected: [], found: ['sees 19 rows'] },
      {
        part: 'tables',
        subject: 'clients',
        caller: 'uma',
        expected: [],
        found: ['select north', 'select south', 'select closed'],
      },
    ]),
  )
  expect(await rowCounts()).toEqual(before)
}, 240_000)
