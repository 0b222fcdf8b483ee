import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { Database } from 'engine/feature'
import { type ClientLimits, ClientSession } from './client-session.ts'

type Raw = NonNullable<Database['raw']>

type DatabaseSocketOptions = { port: number; password: string; limits: ClientLimits }

/** Serves the embedded database to drivers and tools of PostgreSQL, on the loopback address. */
export class DatabaseSocket {
  readonly #database: Pick<Database, 'run'>
  readonly #raw: Raw
  readonly #options: DatabaseSocketOptions
  readonly #sockets = new Set<Socket>()
  #server: Promise<Server> | undefined
  #clients = 0

  /** @param options the port 0 is any free one */
  constructor(database: Pick<Database, 'run'>, raw: Raw, options: DatabaseSocketOptions) {
    this.#database = database
    this.#raw = raw
    this.#options = options
  }

  /** The address with the password; the first call opens the socket. */
  async address(): Promise<string> {
    this.#server ??= this.#open()
    const address = (await this.#server).address()
    const port = typeof address === 'object' ? address?.port : undefined
    return `postgresql://postgres:${this.#options.password}@127.0.0.1:${port}/postgres`
  }

  async close(): Promise<void> {
    const server = await this.#server?.catch(() => undefined)
    for (const socket of this.#sockets) socket.destroy()
    server?.close()
  }

  async #open(): Promise<Server> {
    const [row] = await this.#database.run({}, { text: 'show server_version' })
    const terms = {
      ...{ raw: this.#raw, password: this.#options.password, limits: this.#options.limits },
      serverVersion: String(row?.server_version),
    }
    const server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      socket.setNoDelay()
      new ClientSession(socket, ++this.#clients, terms)
    })
    server.unref()
    await once(server.listen(this.#options.port, '127.0.0.1'), 'listening')
    return server
  }
}
