import pg from 'pg'
import { AdaptiveLimit } from './adaptive-limit.ts'
import { ConnectionPool } from './connection-pool.ts'
import { type Connections, createDatabase, type Listener, unreachable } from './create-database.ts'
import type { Database } from './database.ts'
import { hangUp, postgresClient } from './postgres-client.ts'
import { neverPrepare } from './statement-batch.ts'

const MAX_CONNECTIONS = 20
/**
 * A few connections finish short work soonest, however many callers there are (docs/decisions/0066-few-connections.md).
 */
const DEFAULT_CONNECTIONS = 4
const IDLE_MS = 60_000
const WAIT_MS = 10_000
const RECONNECT_DELAY_MS = 1_000

/** A pooler in transaction mode; `prepares` if it supports prepared statements, as PgBouncer does since 1.21. */
type Pooler = { url: string; prepares: boolean }

/**
 * PostgreSQL 15 or later at `url`, whose user must be allowed to create roles (docs/running.md). Sessions and listening
 * do without the `pooler`: it may give each transaction another connection.
 */
export function postgresDatabase(url: string, name = 'Engine', pooler?: Pooler): Database {
  const { connections, pool } = pooledConnections(pooler ?? { url, prepares: true }, name)
  const session = pooler && onConnectionOfItsOwn(url, name)
  return {
    ...createDatabase({ ...connections, ...(session && { session }) }, listenOnOwnConnection(url, name)),
    pool,
  }
}

function pooledConnections(
  { url, prepares }: Pooler,
  name: string,
): { connections: Connections; pool: NonNullable<Database['pool']> } {
  const pool = new ConnectionPool({
    create() {
      const client = postgresClient(url, name)
      if (!prepares) neverPrepare(client)
      return client
    },
    max: MAX_CONNECTIONS,
    idleMs: IDLE_MS,
    waitMs: WAIT_MS,
  })

  const limit = new AdaptiveLimit(() => Math.max(DEFAULT_CONNECTIONS, pool.total))
  const connect = () =>
    pool.connect().catch((error) => {
      throw unreachable(error)
    })

  const lend: Connections['exclusive'] = async (work, costListener) => {
    if (!limit.tryEnter()) await limit.enter()
    try {
      const client = pool.take() ?? (await connect())
      const began = performance.now()
      try {
        return await work(client)
      } catch (error) {
        if (endsConnection(error)) pool.discard(client)
        throw error
      } finally {
        costListener?.onSpent?.(performance.now() - began)
        pool.release(client)
      }
    } finally {
      limit.leave()
    }
  }

  return {
    connections: { exclusive: lend, shared: lend, close: () => pool.close() },
    pool: () => ({ busy: pool.total - pool.idle, idle: pool.idle, waiting: limit.waiting + pool.waiting }),
  }
}

/** The server closes the connection after such an error, a moment after the statement has failed. */
const endsConnection = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC')

/** Opens a connection for each piece of work, and closes it afterwards. */
const onConnectionOfItsOwn =
  (url: string, name: string): Connections['exclusive'] =>
  async (work) => {
    const client = postgresClient(url, name)
    client.on('error', () => undefined) // The statement under way reports it.
    try {
      await client.connect().catch((error) => {
        throw unreachable(error)
      })
      return await work(client)
    } finally {
      await hangUp(client)
    }
  }

/** Listens on a connection of its own: pooled connections are closed when idle. */
function listenOnOwnConnection(url: string, name: string): Listener {
  const callbacks = new Map<string, (payload: string) => void>()
  let current: { client: pg.Client; listening: Promise<unknown> } | undefined
  let isReplacement = false
  let closed = false

  const connect = () => {
    const client = postgresClient(url, `${name} listener`)
    client.on('notification', ({ channel, payload }) => callbacks.get(channel)?.(payload ?? ''))
    client.on('error', () => undefined) // 'end' follows and reconnects.
    client.once('end', () => {
      current = undefined
      if (!closed) setTimeout(reconnect, RECONNECT_DELAY_MS).unref()
    })
    const listening = listenTo(client, isReplacement)
    isReplacement = true
    return { client, listening }
  }

  const listenTo = async (client: pg.Client, mayHaveMissed: boolean) => {
    try {
      await client.connect()
      for (const channel of callbacks.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`)
      if (mayHaveMissed) for (const onPayload of callbacks.values()) onPayload('')
    } catch (error) {
      // A connection that stayed open although it does not listen would never be replaced.
      client.connection.stream.destroy()
      throw error
    }
  }

  // All callers share one connection, also while it is opened: on a second one every notification would arrive twice.
  const connection = async () => {
    current ??= connect()
    const { client, listening } = current
    await listening
    return client
  }

  const reconnect = async () => {
    if (closed || current) return
    try {
      await connection()
    } catch {
      // The 'end' of the failed attempt schedules the next one.
    }
  }

  return {
    async listen(channel, onPayload) {
      callbacks.set(channel, onPayload)
      const client = await connection()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    },
    async close() {
      closed = true
      if (current) await hangUp(current.client, current.listening)
    },
  }
}
