import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConnectionPool } from './connection-pool.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

class FakeClient extends EventEmitter {
  status = 'I'
  isOpen = false
  async connect() {
    this.isOpen = true
  }
  async end() {
    this.isOpen = false
    this.emit('end')
  }
  getTransactionStatus = () => this.status
}

function poolOf(max: number, create = () => new FakeClient()) {
  const made: FakeClient[] = []
  const pool = new ConnectionPool({
    create() {
      const client = create()
      made.push(client)
      return client
    },
    max,
    idleMs: 60_000,
    waitMs: 10_000,
  })
  return { pool, made, open: () => made.filter(({ isOpen }) => isOpen).length }
}

it('lends the connection that was returned last, and opens another one only where none is free', async () => {
  const { pool, made } = poolOf(2)
  const [first, second] = [await pool.connect(), await pool.connect()]
  pool.release(second)
  pool.release(first)
  expect(pool.take()).toBe(first)
  expect(await pool.connect()).toBe(second)
  expect(pool.take()).toBeUndefined()
  expect(made).toHaveLength(2)
})

it('has whoever finds all busy wait for the next one, and not for ever', async () => {
  const { pool } = poolOf(1)
  const client = await pool.connect()
  const served = pool.connect()
  const refused = expect(pool.connect()).rejects.toThrow('All connections stayed busy.')
  expect(pool.waiting).toBe(2)
  pool.release(client)
  expect(await served).toBe(client)
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  expect(pool.waiting).toBe(0)
})

it('closes connections that nobody has used for a while', async () => {
  const { pool, open } = poolOf(3)
  const clients = [await pool.connect(), await pool.connect(), await pool.connect()]
  for (const client of clients) pool.release(client)
  await vi.advanceTimersByTimeAsync(30_000)
  const used = await pool.connect()
  pool.release(used)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(open()).toBe(1)
  await vi.advanceTimersByTimeAsync(30_000)
  expect([open(), pool.total, pool.idle]).toEqual([0, 0, 0])
})

it('closes a connection that comes back in the middle of a transaction', async () => {
  const { pool, open } = poolOf(1)
  const client = await pool.connect()
  client.status = 'T'
  pool.release(client)
  expect([open(), pool.total, pool.idle]).toEqual([0, 0, 0])
})

it('gives whoever waits a new connection for one that broke, whether it was busy or free', async () => {
  const { pool, made } = poolOf(1)
  const client = await pool.connect()
  const next = pool.connect()
  client.emit('error', new Error('The server has gone.'))
  expect(await next).toBe(made[1])
  pool.release(client) // It is not lent again.
  expect([pool.total, pool.idle]).toEqual([1, 0])
  pool.release(await next)
  made[1]?.emit('error', new Error('The server has gone.'))
  expect([pool.total, pool.idle]).toEqual([0, 0])
})

it('keeps no place for a connection that could not be opened', async () => {
  const failing = new FakeClient()
  failing.connect = () => Promise.reject(new Error('No server'))
  const { pool } = poolOf(1, () => failing)
  await expect(pool.connect()).rejects.toThrow('No server')
  expect(pool.total).toBe(0)
})

it('closes once all work is done, and lends nothing any more', async () => {
  const { pool, open } = poolOf(2)
  const [busy, free] = [await pool.connect(), await pool.connect()]
  pool.release(free)
  let isClosed = false
  const closed = pool.close().then(() => {
    isClosed = true
  })
  await expect(pool.connect()).rejects.toThrow('The database has been closed.')
  expect([open(), isClosed]).toEqual([1, false])
  pool.release(busy)
  await closed
  expect(open()).toBe(0)
})
