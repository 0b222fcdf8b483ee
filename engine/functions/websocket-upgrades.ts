import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { visitorAddress } from '../gateway/visitor-address.ts'
import { routeUpgrades } from '../gateway/websocket-upgrades.ts'
import type { FunctionServer } from './function-server.ts'
import type { Answer } from './host/answer.ts'
import { functionPath, incomingCall } from './incoming-call.ts'

const PING_INTERVAL_MS = 30_000
const MAX_MESSAGE_BYTES = 1024 * 1024

/** Handles the WebSocket requests below the plugin's prefix. */
export function acceptUpgrades(app: FastifyInstance, functions: FunctionServer): void {
  const addressOf = visitorAddress(app.config)
  const chosenProtocol = new WeakMap<IncomingMessage, string>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    // The protocol that the function chose; by default ws would take the first one offered.
    handleProtocols: (_offered, raw) => chosenProtocol.get(raw) || false,
  })

  app.metrics?.gauge({
    name: 'engine_function_sockets',
    help: 'Open WebSockets of functions.',
    read: () => sockets.clients.size,
  })

  async function upgrade(raw: IncomingMessage, connection: Duplex, head: Buffer) {
    const path = functionPath(raw.url, app.prefix) ?? '/'
    const { answer, end } = functions.answer(incomingCall(raw, { path, address: addressOf(raw) }))
    const onGone = () => {
      connection.destroy()
      end()
    }
    // Node keeps a half-closed connection open, but a WebSocket client never half-closes.
    connection.once('error', onGone).once('close', onGone).once('end', onGone)

    const answered = await answer
    if (!('connect' in answered)) return refuse(connection, answered)
    chosenProtocol.set(raw, answered.protocol)
    sockets.handleUpgrade(raw, connection, head, (client) => {
      connection.off('error', onGone).off('close', onGone).off('end', onGone)
      sockets.emit('connection', client, raw)
      answered.connect(client)
    })
  }

  const stopPings = pingAll(sockets)
  const stopUpgrades = routeUpgrades(app.server, app.prefix, (raw, connection, head) => {
    upgrade(raw, connection, head).catch((error) => {
      app.log.error(error, 'A WebSocket request failed')
      connection.destroy()
    })
  })

  app.addHook('preClose', async () => {
    stopPings()
    stopUpgrades()
    for (const client of sockets.clients) client.close(1001, 'The server is stopping')
    setTimeout(() => {
      for (const client of sockets.clients) client.terminate()
    }, 1000).unref()
  })
}

/**
 * Ends the sockets whose client answers no ping, because a client whose machine has disappeared never closes the connection.
 * Returns a function that stops the pings.
 */
function pingAll(sockets: WebSocketServer): () => void {
  // Clients count as alive at first, because the first ping precedes their first pong.
  const answering = new WeakSet<object>()
  sockets.on('connection', (client: WebSocket) => {
    answering.add(client)
    client.on('pong', () => answering.add(client))
  })
  const pings = setInterval(() => {
    for (const client of sockets.clients) {
      if (!answering.delete(client)) client.terminate()
      else client.ping()
    }
  }, PING_INTERVAL_MS)
  return () => clearInterval(pings)
}

/** Sends the plain HTTP answer of a function that did not upgrade, or of the host. */
async function refuse(connection: Duplex, { status, statusText, headers, body }: Answer): Promise<void> {
  const bytes = Buffer.isBuffer(body) ? body : body ? await buffer(body) : Buffer.alloc(0)
  const sent = [...headers, ['content-length', String(bytes.length)], ['connection', 'close']]
  const lines = [`HTTP/1.1 ${status} ${statusText || 'Refused'}`, ...sent.map((pair) => pair.join(': '))]
  connection.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]))
}
