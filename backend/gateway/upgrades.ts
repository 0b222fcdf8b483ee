import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

export type UpgradeHandler = (request: IncomingMessage, connection: Duplex, head: Buffer) => void

const handlersOf = new WeakMap<Server, Map<string, UpgradeHandler>>()

/** For Fastify's `http` options: an `Upgrade: h2c`, as curl sends it, is only an offer and its request an ordinary one. */
export const webSocketsOnly = {
  shouldUpgradeCallback: (request: IncomingMessage) => request.headers.upgrade?.toLowerCase() === 'websocket',
}

/**
 * Hands the WebSocket requests below a path to one service. Those that no service takes are answered 404, where Node
 * would leave them waiting. Returns how to stop.
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
    return (handler ?? nobodyThere)(request, connection, head)
  })
  return handlers
}

/** What a WebSocket request gets that no service takes. */
export const nobodyThere: UpgradeHandler = (_request, connection) => {
  connection.on('error', () => connection.destroy())
  connection.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
}
