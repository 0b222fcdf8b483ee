import type { Worker } from 'node:worker_threads'
import pg from 'pg'
import { type Connections, connectionConfig, type Listener, unreachable } from '../create-database.ts'
import type { Spender } from '../database.ts'
import { ProtocolStream } from './protocol-stream.ts'

/**
 * PGlite's one session, shared by everybody. Whole transactions are sent one behind the other without waiting, so that
 * the thread always has work; a transaction with work in between has the connection to itself, in order of arrival.
 * `thread` is one that was started ahead.
 */
export function singleConnection(
  folder: string,
  runawayMs: number,
  thread?: Worker,
): { connections: Connections; listener: Listener; reopen: () => Promise<void> } {
  const callbacks = new Map<string, (payload: string) => void>()
  let current: Promise<pg.Client> | undefined
  let stream: ProtocolStream | undefined
  let threadEnded: Promise<unknown> = Promise.resolve()
  /** Settles when the last exclusive work that was asked for is over. */
  let turn: Promise<unknown> = Promise.resolve()
  let isReplacement = false
  let started = thread

  const connect = async () => {
    const opened = new ProtocolStream(folder, threadEnded, runawayMs, started)
    started = undefined
    threadEnded = opened.ended
    stream = opened
    const client = new pg.Client({ ...connectionConfig, stream: () => opened })
    client.connection.prependListener('errorMessage', nameTimeout)
    // The statements under way report the trouble; the next one gets a new thread.
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload }) => callbacks.get(channel)?.(payload ?? ''))
    await client.connect()
    for (const channel of callbacks.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`)
    if (isReplacement) for (const onPayload of callbacks.values()) onPayload('')
    isReplacement = true
    return client
  }

  const connection = () => {
    if (stream?.destroyed) current = undefined
    current ??= connect().catch((error) => {
      current = undefined
      throw unreachable(error)
    })
    return current
  }

  // The thread takes its time to start; whoever needs it first hears of a failure.
  connection().catch(() => undefined)

  async function exclusive<T>(work: (client: pg.Client) => Promise<T>, spender?: Spender): Promise<T> {
    const previous = turn
    const over = Promise.withResolvers<void>()
    turn = over.promise
    await previous
    try {
      const client = await connection()
      stream?.spendFor(spender)
      return await work(client)
    } finally {
      over.resolve()
    }
  }

  return {
    /** Closes the database, and opens it anew on another thread. */
    reopen: () =>
      exclusive(async (client) => {
        // What others sent before is answered first.
        await client.query('select')
        current = undefined
        await client.end()
        await connection()
      }),

    connections: {
      exclusive,

      async shared(work, spender) {
        for (;;) {
          const seen = turn
          await seen
          const client = await connection()
          // Somebody may have asked for the connection meanwhile; from here to the last statement nobody can.
          if (seen !== turn) continue
          stream?.spendFor(spender)
          return work(client)
        }
      },

      async close() {
        await turn
        const client = await current?.catch(() => undefined)
        await client?.end()
        await threadEnded
      },
    },

    listener: {
      async listen(channel, onPayload) {
        callbacks.set(channel, onPayload)
        const client = await connection()
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
      },
      async close() {
        callbacks.clear()
      },
    },
  }
}

/**
 * PostgreSQL was cancelled by the watchdog, for the sake of its timeout, and by nobody else: it just doesn't know why.
 */
function nameTimeout(error: pg.DatabaseError) {
  if (error.code === '57014') error.message = 'canceling statement due to statement timeout'
}
