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

/** A pool on a server that refuses every connection after the first `allowed`. */
function poolUpTo(allowed: number) {
  let asked = 0
  return poolOf(20, () => {
    const client = new FakeClient()
    if (++asked > allowed) client.connect = () => Promise.reject(new Error('Too many connections'))
    return client
  })
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

it('has work wait for an open connection where the server allows no more of them', async () => {
  const { pool, made } = poolUpTo(1)
  const client = await pool.connect()
  const served = [pool.connect(), pool.connect(), pool.connect()]
  await vi.advanceTimersByTimeAsync(100)
  expect(made).toHaveLength(4)
  for (const one of served) {
    pool.release(client)
    expect(await one).toBe(client)
  }
  expect([pool.total, pool.waiting]).toEqual([1, 0])
})

it('asks a server that refused a connection again only after a while', async () => {
  const { pool, made } = poolUpTo(1)
  const client = await pool.connect()
  const first = pool.connect()
  await vi.advanceTimersByTimeAsync(100)
  const second = pool.connect()
  expect(made).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1_000)
  const third = pool.connect()
  expect(made).toHaveLength(3)
  for (const one of [first, second, third]) {
    pool.release(client)
    await one
  }
})

it('tells whoever waits when the last connection breaks and no other can be opened', async () => {
  const { pool, made } = poolUpTo(1)
  await pool.connect()
  const refused = [pool.connect(), pool.connect()].map((one) => expect(one).rejects.toThrow('Too many'))
  await vi.advanceTimersByTimeAsync(100)
  expect(pool.waiting).toBe(2)
  made[0]?.emit('error', new Error('The server has gone.'))
  await Promise.all(refused)
  expect([pool.total, pool.waiting]).toEqual([0, 0])
})

it('gives whoever waits a returned connection rather than one that takes long to open', async () => {
  const slow = new FakeClient()
  slow.connect = () => new Promise(() => undefined)
  const clients = [new FakeClient(), slow]
  const { pool } = poolOf(2, () => clients.shift() ?? slow)
  const client = await pool.connect()
  const served = pool.connect()
  pool.release(client)
  expect(await served).toBe(client)
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
