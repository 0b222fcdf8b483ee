import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../database/database.ts'
import { SchemaCache } from './schema-cache.ts'

/** A database with an empty catalogue that counts loads and can send notifications. */
function emptyDatabase() {
  let notify: (payload: string) => void = () => undefined
  const load = vi.fn(async () => [])
  const forgetStatements = vi.fn()
  const database: Database = {
    async transaction(_options, work) {
      await load()
      return work({ query: async () => [] })
    },
    run: async () => [],
    forgetStatements,
    async listen(_channel, onPayload) {
      notify = onPayload
    },
    session: () => Promise.reject(new Error('Nothing here runs outside of a transaction.')),
    close: async () => undefined,
  }
  return { database, load, forgetStatements, notify: () => notify('reload schema') }
}

const log = pino({ level: 'silent' })

describe('the schema cache', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('refuses until it is loaded, in a way that makes clients try again', async () => {
    const { database, load } = emptyDatabase()
    load.mockRejectedValueOnce(new Error('gone'))
    const cache = new SchemaCache(database, { api: { schemas: ['public'] } }, log)
    await expect(cache.current()).rejects.toThrow(
      expect.objectContaining({
        statusCode: 503,
        headers: expect.objectContaining({ 'retry-after': '1' }),
        body: expect.objectContaining({ code: 'PGRST002' }),
      }),
    )
    await vi.advanceTimersByTimeAsync(2000)
    expect((await cache.current()).schema.tables.size).toBe(0)
  })

  it('lets those wait who ask during the first load', async () => {
    const { database, load } = emptyDatabase()
    const loaded = Promise.withResolvers<never[]>()
    load.mockReturnValueOnce(loaded.promise)
    const cache = new SchemaCache(database, { api: { schemas: ['public'] } }, log)
    void cache.start()
    const known = cache.current()
    loaded.resolve([])
    expect((await known).schema.tables.size).toBe(0)
  })

  it('loads at once when the schema changes, and once more after a burst', async () => {
    const { database, load, notify } = emptyDatabase()
    const cache = new SchemaCache(database, { api: { schemas: ['public'] } }, log)
    await cache.start()
    await vi.advanceTimersByTimeAsync(1000)
    expect(load).toHaveBeenCalledTimes(1)
    for (let i = 0; i < 50; i++) notify()
    await vi.advanceTimersByTimeAsync(0)
    expect(load).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1000)
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('has the statements prepared anew at each change, also while it loads', async () => {
    const { database, load, forgetStatements, notify } = emptyDatabase()
    const cache = new SchemaCache(database, { api: { schemas: ['public'] } }, log)
    await cache.start()
    await vi.advanceTimersByTimeAsync(1000)
    forgetStatements.mockClear()
    load.mockReturnValueOnce(new Promise(() => undefined))
    notify()
    expect(forgetStatements).toHaveBeenCalledTimes(1)
    notify()
    expect(forgetStatements).toHaveBeenCalledTimes(2)
  })

  it('misses no change that comes while it loads for the first time', async () => {
    const { database, load, notify } = emptyDatabase()
    const loaded = Promise.withResolvers<never[]>()
    load.mockReturnValueOnce(loaded.promise)
    const cache = new SchemaCache(database, { api: { schemas: ['public'] } }, log)
    const known = cache.current()
    await vi.advanceTimersByTimeAsync(0)
    notify()
    loaded.resolve([])
    await known
    await vi.advanceTimersByTimeAsync(1000)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('serves the old schema, and tries again, when a load fails', async () => {
    const { database, load, notify } = emptyDatabase()
    const cache = new SchemaCache(database, { api: { schemas: ['public'] } }, log)
    await cache.start()
    const before = await cache.current()
    await vi.advanceTimersByTimeAsync(1000)
    load.mockRejectedValueOnce(new Error('gone'))
    notify()
    await vi.advanceTimersByTimeAsync(500)
    expect(await cache.current()).toBe(before)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await cache.current()).not.toBe(before)
  })
})
