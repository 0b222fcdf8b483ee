import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { namedPostgresUrl } from '../kernel/config/postgres-url.ts'
import { connectionConfig } from './create-database.ts'

const CONNECT_MS = 10_000
const KEEP_ALIVE_MS = 60_000
const GOODBYE_MS = 1_000

/** A client of PostgreSQL at `url` that is not connected yet; the server shows its connection under this name. */
export function postgresClient(url: string, name: string): pg.Client {
  const client = new pg.Client({
    ...connectionConfig,
    connectionString: namedPostgresUrl(url, name),
    connectionTimeoutMillis: CONNECT_MS,
    // A listener sends nothing, so only the system can tell that the server has gone without a goodbye.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  containReadErrors(client.connection)
  return client
}

/**
 * Has an answer that cannot be read, as a value of more than 512 MB, end its connection. node-postgres lets the error
 * of its parser out of the socket's listener, which would end the whole server. Its types leave the method out.
 */
function containReadErrors(connection: pg.Connection) {
  if (!('attachListeners' in connection) || typeof connection.attachListeners !== 'function') return
  const attachListeners = connection.attachListeners.bind(connection)
  connection.attachListeners = (stream: Duplex) => {
    const pieces = new EventEmitter()
    attachListeners(pieces)
    stream.on('data', (piece) => {
      try {
        pieces.emit('data', piece)
      } catch (error) {
        stream.destroy(new Error('The answer cannot be read.', { cause: error }))
      }
    })
  }
}

/** Ends a connection once it is `connected`, but does not wait for ever for a server that no longer answers. */
export async function hangUp(client: pg.Client, connected?: Promise<unknown>): Promise<void> {
  const giveUp = () => client.connection.stream.destroy(new Error('The server did not answer.'))
  const patience = setTimeout(giveUp, GOODBYE_MS).unref()
  await connected?.catch(() => undefined)
  await client.end()
  clearTimeout(patience)
}
