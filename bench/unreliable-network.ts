import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Server } from './start-installation.ts'

/** The way in which a connection is lost: both ends notice it, or neither. */
export type Loss = 'cut' | 'silent'

export interface Network extends AsyncDisposable {
  /** The host and port that clients connect to, as of a load balancer. */
  host: string
  /** Loses a random open connection; false if there is none. */
  lose(how: Loss): boolean
}

type Link = { client: Socket; server: Socket }

/**
 * A load balancer in front of the servers, with a network that can lose connections. Each connection goes to a random
 * server, or to the next one if that does not answer.
 */
export async function startNetwork(servers: readonly Server[]): Promise<Network> {
  const links = new Set<Link>()
  const sockets = new Set<Socket>()

  async function carry(client: Socket) {
    keep(client)
    const server = await reach(Math.floor(Math.random() * servers.length), servers.length)
    if (!server) return client.destroy()
    keep(server)
    const link = { client, server }
    links.add(link)
    client.pipe(server)
    server.pipe(client)
    const end = () => {
      if (!links.delete(link)) return
      client.destroy()
      server.destroy()
    }
    client.once('close', end)
    server.once('close', end)
    if (client.destroyed) end()
  }

  async function reach(first: number, attempts: number): Promise<Socket | undefined> {
    if (attempts === 0) return undefined
    const { port, hostname } = new URL(servers[first % servers.length]?.url ?? '')
    const server = connect(Number(port), hostname)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    server.once('connect', () => resolve(true)).once('error', () => resolve(false))
    return (await promise) ? server : reach(first + 1, attempts - 1)
  }

  function keep(socket: Socket) {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => undefined) // 'close' follows.
    socket.once('close', () => sockets.delete(socket))
  }

  const listener = createServer((client) => void carry(client)).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  return {
    host: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    lose(how) {
      const link = [...links][Math.floor(Math.random() * links.size)]
      if (!link) return false
      links.delete(link)
      for (const [from, to] of [
        [link.client, link.server],
        [link.server, link.client],
      ] as const) {
        from.unpipe(to)
        if (how === 'cut') from.resetAndDestroy()
        else from.resume() // The data is read and dropped: the other end receives nothing, not even the close.
      }
      return true
    },
    async [Symbol.asyncDispose]() {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
