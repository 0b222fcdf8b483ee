import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, DatabaseUnreachable } from '../database.ts'
import { embeddedDatabase } from './embedded-database.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-statement-timeout-'))
let database: Database
beforeAll(async () => {
  database = await embeddedDatabase(join(home, 'db'))
})
afterAll(async () => {
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

const within = (timeout: string, text: string, values?: unknown[]) =>
  database.run({ settings: { statement_timeout: timeout } }, values ? { text, values } : { text })
const FOREVER = 'select count(*) from generate_series(1, 100000000000)'
const inTime = { code: '57014', message: 'canceling statement due to statement timeout' }
/** A function that never checks for cancellations. */
const DEAF = "select strpos(repeat('a', 2000000), 'b' || repeat('a', 200000))"

describe('a statement that takes longer than its timeout', () => {
  it('is ended in the words of PostgreSQL, and those behind it are served', async () => {
    const [endless, behind, setting] = await Promise.allSettled([
      within('300ms', FOREVER),
      within('8s', 'select 2 as two'),
      database.run({}, { text: "select current_setting('statement_timeout') as mine" }),
    ])
    expect(endless).toMatchObject({ status: 'rejected', reason: inTime })
    expect(behind).toMatchObject({ value: [{ two: 2 }] })
    expect(setting).toMatchObject({ value: [{ mine: '0' }] })
  })

  it('is ended in the middle of a regular expression that never comes to an end', async () => {
    const pattern = '^(a*)(a*)(a*)(a*)(a*)\\1\\2\\3\\4\\5c$'
    await expect(within('300ms', 'select $1 ~ $2', [`${'a'.repeat(201)}c`, pattern])).rejects.toMatchObject(inTime)
  })

  it('is ended where it sleeps, with values sent apart', async () => {
    await expect(within('200ms', 'select pg_sleep($1)', [30])).rejects.toMatchObject(inTime)
  })

  it.each(['select pg_sleep(30)', 'select 1 from pg_sleep(30)', "do 'begin loop end loop; end'"])(
    'is ended: %s',
    async (text) => {
      await expect(within('200ms', text)).rejects.toMatchObject(inTime)
    },
  )

  it('keeps nothing of what it wrote', async () => {
    await database.run({}, { text: 'create table half_done (n int)' })
    const write = `with rows as (insert into half_done select generate_series(1, 1000) returning n), wait as (${FOREVER}) select from rows, wait`
    await expect(within('300ms', write)).rejects.toMatchObject(inTime)
    expect(await database.run({}, { text: 'select count(*)::int as rows from half_done' })).toEqual([{ rows: 0 }])
  })

  it('may be one of several in a transaction, which says for itself how long each may take', async () => {
    const work = database.transaction({}, async (tx) => {
      await tx.query('select count(*) from generate_series(1, 100000)')
      await tx.query("set local statement_timeout = '300ms'")
      await tx.query(FOREVER)
    })
    await expect(work).rejects.toMatchObject(inTime)
    const [row] = await database.run({}, { text: "select current_setting('statement_timeout') as mine" })
    expect(row).toEqual({ mine: '0' })
  })
})

describe('time is counted', () => {
  it('for each statement of a script anew, and no longer once it is switched off', async () => {
    const started = performance.now()
    await database.transaction({}, (tx) =>
      tx.query(`
        set local statement_timeout = '3s';
        ${'select pg_sleep(0.8);'.repeat(4)}
        set local statement_timeout = 0;
        select pg_sleep(3.2)`),
    )
    expect(performance.now() - started).toBeGreaterThan(6_300)
  })

  it('for each of many that are sent together', async () => {
    const together = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        n % 8 === 3 ? within('100ms', 'select pg_sleep(20)') : within('8s', 'select $1::int as n', [n]),
      ),
    )
    for (const [n, { status }] of together.entries())
      expect([n, status]).toEqual([n, n % 8 === 3 ? 'rejected' : 'fulfilled'])
  })

  it('so that the next one is never ended for the one before it', async () => {
    for (let round = 0; round < 40; round++) {
      // The first statement takes about as long as its timeout.
      const [, next] = await Promise.allSettled([
        within('30ms', `select pg_sleep(${0.02 + (round % 20) / 1_000})`),
        within('8s', 'select count(*)::int as n from generate_series(1, 20000)'),
      ])
      expect(next).toMatchObject({ value: [{ n: 20_000 }] })
    }
  })
})

describe('memory that is shared', () => {
  it('grows, and statements are ended as before', async () => {
    const [row] = await database.run({}, { text: "select length(repeat('x', 250000000)) as length" })
    expect(row).toEqual({ length: 250_000_000 })
    await expect(within('200ms', FOREVER)).rejects.toMatchObject(inTime)
  })

  it('carries large values both ways as they are', async () => {
    const text = 'Grüße, 世界. '.repeat(1_000_000)
    const [row] = await database.run<{ text: string }>({}, { text: 'select $1 as text', values: [text] })
    expect(row?.text === text).toBe(true)
  })

  it('serves extensions, random numbers and digests', async () => {
    await database.provide?.(['hstore', 'vector'])
    await database.transaction({}, (tx) =>
      tx.query('create extension hstore; create extension vector; create extension pg_trgm; create extension pgcrypto'),
    )
    const [row] = await database.run(
      {},
      {
        text: `
          select 'a=>1'::hstore -> 'a' as one, '[1,2]'::vector <-> '[4,6]'::vector as distance, similarity('word', 'word') as alike,
                 encode(digest('a', 'sha256'), 'hex') as digest, length(gen_random_bytes(32)) as random`,
      },
    )
    expect(row).toEqual({
      one: '1',
      distance: 5,
      alike: 1,
      digest: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
      random: 32,
    })
  })
})

describe('what PostgreSQL itself wants to be woken for', () => {
  /** PostgreSQL sets an alarm to report its statistics after this time. */
  const COUNTS_AFTER_MS = 10_000

  it('ends no statement', async () => {
    await database.run({}, { text: 'create table counted (n int)' })
    await database.run({}, { text: 'insert into counted values (1)' })
    const isDone = database.transaction({}, async (tx) => {
      await tx.query('insert into counted values (2)')
      await sleep(COUNTS_AFTER_MS - 300)
      await tx.query('select pg_sleep(1)')
      return true
    })
    expect(await isDone).toBe(true)
  })
})

describe('where PostgreSQL does not hear that it should stop', () => {
  it('its thread is ended and started anew, with everything that was acknowledged', async () => {
    await database.run({}, { text: 'create table kept (n int)' })
    await database.run({}, { text: 'insert into kept select generate_series(1, 1000)' })
    const [deaf, behind] = await Promise.allSettled([within('2s', DEAF), database.run({}, { text: 'select 1' })])
    expect(deaf).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnreachable) })
    expect(behind).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnreachable) })
    expect(await database.run({}, { text: 'select count(*)::int as rows from kept' })).toEqual([{ rows: 1_000 }])
  })

  it('as when a statement needs more stack than there is', async () => {
    const deep = database.run({}, { text: 'select $1::json', values: ['['.repeat(3_000_000)] })
    await expect(deep).rejects.toThrow('Maximum call stack size exceeded')
    expect(await database.run({}, { text: 'select 3 as three' })).toEqual([{ three: 3 }])
  })
})
