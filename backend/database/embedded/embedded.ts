import type pg from 'pg'
import type { Database } from '../database.ts'
import { createDatabase, type Listener } from '../pool.ts'
import { lockFolder } from './folder-lock.ts'
import { ProtocolStream } from './protocol-stream.ts'

/** A statement that takes longer is taken for a runaway: the database's thread is ended and started anew. */
const RUNAWAY_MS = 60_000

/**
 * The embedded database in `folder`, which is created when missing and locked against a second process.
 * Throws `FolderInUse` when another process has it open.
 */
export async function embeddedDatabase(folder: string, { runawayMs = RUNAWAY_MS } = {}): Promise<Database> {
  const lock = await lockFolder(folder)
  let threadEnded: Promise<unknown> = Promise.resolve()
  return createDatabase({
    pool: {
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 30_000,
      query_timeout: runawayMs,
      stream: () => {
        const stream = new ProtocolStream(folder, threadEnded)
        threadEnded = stream.ended
        return stream
      },
    },
    listener: listenOnPool,
    async close() {
      await threadEnded
      lock.release()
    },
  })
}

/** The one connection carries everybody's notifications, and has to subscribe anew whenever it is replaced. */
function listenOnPool(pool: pg.Pool): Listener {
  const callbacks = new Map<string, (payload: string) => void>()
  let connections = 0
  pool.on('connect', (client) => {
    client.on('notification', ({ channel, payload }) => callbacks.get(channel)?.(payload ?? ''))
    for (const channel of callbacks.keys())
      client.query(`listen ${client.escapeIdentifier(channel)}`).catch(() => undefined)
    if (connections++ > 0) for (const onPayload of callbacks.values()) onPayload('')
  })
  return {
    async listen(channel, onPayload) {
      callbacks.set(channel, onPayload)
      const client = await pool.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`).finally(() => client.release())
    },
    async close() {
      callbacks.clear()
    },
  }
}
