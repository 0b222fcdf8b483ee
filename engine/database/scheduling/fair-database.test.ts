import pg from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller, Database, TransactionOptions } from '../database.ts'
import { withFairShares } from './fair-database.ts'
import { timeoutMs } from './parse-timeout.ts'

const callerOf = (sub: string | undefined, address?: string): Caller => ({
  role: sub === undefined ? 'anon' : 'authenticated',
  claims: { role: sub === undefined ? 'anon' : 'authenticated', ...(sub !== undefined && { sub }) },
  address,
})

const nia = callerOf('nia', '203.0.113.7')
const visitor = callerOf(undefined, '203.0.113.7')

const cut = () => Object.assign(new pg.DatabaseError('canceling statement', 1, 'error'), { code: '57014' })

/** A database on which a statement takes as many milliseconds as its text says, or as its timeout allows. */
function slowDatabase() {
  const tried: { may: string | undefined; took: number }[] = []
  let underWay = 0
  let mostUnderWay = 0
  const take = async ({ settings, onSpent }: TransactionOptions, wanted: number) => {
    const may = settings?.statement_timeout
    const limit = timeoutMs(may ?? '') ?? Number.POSITIVE_INFINITY
    const took = Math.min(wanted, limit)
    mostUnderWay = Math.max(mostUnderWay, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, took))
    underWay--
    tried.push({ may, took })
    onSpent?.(took)
    if (wanted > limit) throw cut()
  }
  const database: Database = {
    run: async (options, { text }) => {
      await take(options, Number(text))
      return []
    },
    transaction: async (options, work) => {
      await take(options, 10)
      return work({ query: async () => [] })
    },
    listen: async () => undefined,
    session: () => Promise.reject(new Error('Nothing here runs outside of a transaction.')),
    close: async () => undefined,
  }
  return { database: withFairShares(database), tried, mostUnderWay: () => mostUnderWay }
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof pg.DatabaseError ? 'cut' : 'busy'),
  )

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

describe('a database that is shared', () => {
  it('gives the server of the project and the engine itself what they ask for', async () => {
    const { database, tried, mostUnderWay } = slowDatabase()
    const service: Caller = { role: 'service_role', claims: { role: 'service_role' }, address: '203.0.113.7' }
    const work = [{}, { caller: service }].flatMap((options) =>
      Array.from({ length: 10 }, () => database.run(options, { text: '5000' })),
    )
    await vi.runAllTimersAsync()
    await Promise.all(work)
    expect(mostUnderWay()).toBe(20)
    expect(tried.every(({ may }) => may === undefined)).toBe(true)
  })

  it('has four statements of somebody under way, and says nothing of a limit to the first', async () => {
    const { database, tried, mostUnderWay } = slowDatabase()
    const settings = { statement_timeout: '8s' }
    const all = Array.from({ length: 12 }, () => outcome(database.run({ caller: nia, settings }, { text: '50' })))
    await vi.runAllTimersAsync()
    expect(await Promise.all(all)).toEqual(Array(12).fill('done'))
    expect(mostUnderWay()).toBe(4)
    expect(tried[0]?.may).toBe('8s')
  })

  it('does again alone what was cut short beside others', async () => {
    const { database, tried } = slowDatabase()
    const all = ['400', '300'].map((text) => outcome(database.run({ caller: nia }, { text })))
    await vi.runAllTimersAsync()
    expect(await Promise.all(all)).toEqual(['done', 'done'])
    expect(tried.map(({ took }) => took)).toEqual([100, 400, 300])
  })

  it.each([
    ['an account, from several addresses', (index: number) => callerOf('nia', `198.51.100.${index}`)],
    ['an address, by several accounts', (index: number) => callerOf(`person ${index}`, '203.0.113.7')],
  ])('stands still for %s once in ten minutes', async (_, who) => {
    const { database, tried } = slowDatabase()
    const end = Date.now() + 600_000
    const attacks = Array.from({ length: 8 }, async (_, index) => {
      while (Date.now() < end) await outcome(database.run({ caller: who(index) }, { text: '60000' }))
    })
    await vi.runAllTimersAsync()
    await Promise.all(attacks)
    const took = tried.map((one) => one.took)
    expect(took.filter((ms) => ms > 1_000)).toEqual([8_000])
    // A tenth of the time, plus the allowance that was given back meanwhile.
    expect(took.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(8_000 + 0.12 * 600_000 + 8_000)
  })

  it('gives visitors of an address three seconds, and leaves the others there theirs', async () => {
    const { database, tried } = slowDatabase()
    const settings = { statement_timeout: '3s' }
    const first = outcome(database.run({ caller: visitor, settings }, { text: '60000' }))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await first).toBe('cut')
    const second = outcome(database.run({ caller: nia }, { text: '4000' }))
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await second).toBe('done')
    const third = outcome(database.run({ caller: visitor, settings }, { text: '1000' }))
    await vi.runAllTimersAsync()
    expect(await third).toBe('cut')
    expect(tried.at(-1)?.took).toBeLessThan(1_000)
  })

  it('waits with work that cannot be done again until it may take its time', async () => {
    const { database, tried } = slowDatabase()
    const first = outcome(database.run({ caller: nia }, { text: '2000' }))
    const work = outcome(database.transaction({ caller: nia }, async () => undefined))
    await vi.runAllTimersAsync()
    expect(await Promise.all([first, work])).toEqual(['done', 'done'])
    expect(tried.map(({ took }) => took)).toEqual([2_000, 10])
    expect(tried[1]?.may).not.toBe('100ms')
  })

  it.each([
    ['of this machine, where functions ask for everybody', '127.0.0.1', '::/64'],
    ['that nobody knows', undefined, undefined],
  ])('has no share for an address %s, but for each account there, and for all visitors', async (_, here, there) => {
    const { database, tried } = slowDatabase()
    const took = async (caller: Caller) => {
      const asked = outcome(database.run({ caller }, { text: '60000' }))
      await vi.runAllTimersAsync()
      await asked
      return tried.at(-1)?.took
    }
    expect(await took(callerOf('nia', here))).toBe(8_000)
    expect(await took(callerOf('mia', there))).toBe(8_000)
    expect(await took(callerOf(undefined, here))).toBe(3_000)
    expect(await took(callerOf(undefined, here))).toBeLessThan(300)
  })

  it('leaves no statement without a limit', async () => {
    const { database, tried } = slowDatabase()
    await Promise.all(
      [{}, { statement_timeout: '0' }].map((settings, index) => {
        const asked = outcome(database.run({ caller: callerOf(`person ${index}`), settings }, { text: '10' }))
        return vi.runAllTimersAsync().then(() => asked)
      }),
    )
    expect(tried.map(({ may }) => may)).toEqual(['8000ms', '8000ms'])
  })

  it('has nobody wait behind somebody else', async () => {
    const { database } = slowDatabase()
    const slow = Array.from({ length: 8 }, () => outcome(database.run({ caller: nia }, { text: '60000' })))
    const other = outcome(database.run({ caller: callerOf('ana', '198.51.100.1') }, { text: '5' }))
    await vi.advanceTimersByTimeAsync(5)
    expect(await other).toBe('done')
    await vi.runAllTimersAsync()
    await Promise.all(slow)
  })
})
