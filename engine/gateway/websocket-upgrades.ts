import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

export type UpgradeHandler = (request: IncomingMessage, connection: Duplex, head: Buffer) => void

const handlersOf = new WeakMap<Server, Map<string, UpgradeHandler>>()

/**
 * For Fastify's `http` options: treats any `Upgrade` that is not a WebSocket as an ordinary request, such as curl's h2c
 * offer. The same holds for other methods than GET.
 */
export const webSocketsOnly = {
  shouldUpgradeCallback: ({ method, headers }: IncomingMessage) =>
    method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket',
}

/**
 * Passes the WebSocket requests below a path to one service. A request that no service takes is answered by 404, where
 * Node would leave it waiting. Returns a function that stops it.
 */
export function routeUpgrades(server: Server, prefix: string, handler: UpgradeHandler): () => void {
  const handlers = handlersOf.get(server) ?? listen(server)
  handlers.set(prefix, handler)
  return () => handlers.delete(prefix)
}

function listen(server: Server): Map<string, UpgradeHandler> {
  const handlers = new Map<string, UpgradeHandler>()
  handlersOf.set(server, handlers)
  server.on('upgrade', (request, connection, head) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const [, handler] = [...handlers].find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`)) ?? []
    return (handler ?? notFound)(request, connection, head)
  })
  return handlers
}

/** Answers a WebSocket request that no service takes. */
export const notFound: UpgradeHandler = (_request, connection) => {
  connection.on('error', () => connection.destroy())
  connection.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
}
