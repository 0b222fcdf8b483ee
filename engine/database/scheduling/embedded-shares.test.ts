import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, type Database, DatabaseBusy, DatabaseUnreachable } from '../database.ts'
import { embeddedDatabase } from '../embedded/embedded-database.ts'
import { withFairShares } from './fair-database.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-shares-'))
let embedded: Database
let database: Database
beforeAll(async () => {
  embedded = await embeddedDatabase(join(home, 'db'))
  await embedded.run({}, { text: 'create role authenticated' })
  database = withFairShares(embedded)
})
afterAll(async () => {
  await embedded.close()
  rmSync(home, { recursive: true, force: true })
})

const person = (sub: string, address: string): Caller => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub },
  address,
})
const as = (caller: Caller, text: string, timeout = '8s') =>
  database.run({ caller, settings: { statement_timeout: timeout } }, { text })
/** A function during which PostgreSQL never checks for cancellations. */
const DEAF = "select strpos(repeat('a', 2000000), 'b' || repeat('a', 200000))"
const mayTake = async (caller: Caller) => {
  const [row] = await as(caller, "select current_setting('statement_timeout') as longest")
  return row?.longest
}

it('charges whose statement it was, not those who are sent together with it', async () => {
  const people = Array.from({ length: 9 }, (_, n) => person(`person ${n}`, `203.0.113.${n}`))
  const slow = person('slow', '198.51.100.1')
  const before = people.slice(0, 4).map((caller) => as(caller, 'select 1'))
  const asked = as(slow, 'select pg_sleep(1)')
  const behind = people.slice(4).map((caller) => as(caller, 'select 1'))
  await Promise.all([...before, asked, ...behind])
  for (const caller of people) expect(await mayTake(caller)).toBe('8s')
  expect(Number.parseInt(String(await mayTake(slow)), 10)).toBeLessThan(7_500)
})

it('charges each transaction that has work in between for its own statements', async () => {
  const slow = person('in steps', '198.51.100.3')
  await database.transaction({ caller: slow, settings: { statement_timeout: '8s' } }, async (tx) => {
    for (let step = 0; step < 3; step++) await tx.query('select pg_sleep(0.5)')
  })
  const left = Number.parseInt(String(await mayTake(slow)), 10)
  expect(left).toBeLessThan(7_200)
  expect(left).toBeGreaterThan(3_000)
})

it('gives none of the database for a minute to who cost everybody its thread, and the others it at once', async () => {
  const sol = person('sol', '198.51.100.2')
  const ana = person('ana', '203.0.113.1')
  const [deaf, behind] = await Promise.allSettled([as(sol, DEAF, '2s'), as(ana, 'select 1')])
  for (const one of [deaf, behind]) expect(one).toMatchObject({ reason: expect.any(DatabaseUnreachable) })
  expect(await as(ana, 'select 1 as one')).toEqual([{ one: 1 }])
  for (const again of [sol, person('sol', '203.0.113.9'), person('bob', '198.51.100.2')]) {
    await expect(as(again, 'select 1')).rejects.toBeInstanceOf(DatabaseBusy)
  }
})
