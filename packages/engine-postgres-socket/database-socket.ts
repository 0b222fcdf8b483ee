import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { Database } from 'engine/feature'
import { ClientSession, IDLE_MS } from './client-session.ts'

type Raw = NonNullable<Database['raw']>

/**
 * Serves the embedded database to functions that use a PostgreSQL driver: a socket on the loopback address with a new
 * password at every start, opened when a function first asks for its address.
 */
export class DatabaseSocket {
  readonly #database: Pick<Database, 'run'>
  readonly #raw: Raw
  readonly #idleMs: number
  readonly #password = randomBytes(24).toString('base64url')
  readonly #sockets = new Set<Socket>()
  #server: Promise<Server> | undefined
  #clients = 0

  constructor(database: Pick<Database, 'run'>, raw: Raw, idleMs = IDLE_MS) {
    this.#database = database
    this.#raw = raw
    this.#idleMs = idleMs
  }

  async address(): Promise<string> {
    this.#server ??= this.#open()
    const address = (await this.#server).address()
    const port = typeof address === 'object' ? address?.port : undefined
    return `postgresql://postgres:${this.#password}@127.0.0.1:${port}/postgres`
  }

  async close(): Promise<void> {
    const server = await this.#server
    for (const socket of this.#sockets) socket.destroy()
    server?.close()
  }

  async #open(): Promise<Server> {
    const [row] = await this.#database.run({}, { text: 'show server_version' })
    const terms = {
      ...{ raw: this.#raw, password: this.#password, idleMs: this.#idleMs },
      serverVersion: String(row?.server_version),
    }
    const server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      socket.setNoDelay()
      new ClientSession(socket, ++this.#clients, terms)
    })
    server.unref()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return server
  }
}
