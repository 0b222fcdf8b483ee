import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import { networkOf } from '../gateway/network.ts'
import { routeUpgrades } from '../gateway/upgrades.ts'
import { visitorAddress } from '../gateway/visitor-address.ts'
import { TokenError } from '../tokens/tokens.ts'
import { broadcasts } from './broadcasts.ts'
import { createChanges } from './changes/changes.ts'
import type { Service } from './channel.ts'
import type { Version } from './frames.ts'
import { realtimeLimits, tooMany } from './limits.ts'
import { tellMessages } from './messages.ts'
import { Places } from './places.ts'
import { createRooms } from './rooms.ts'
import { type Socket, serveSocket } from './socket.ts'

/** Broadcast, presence and private channels in the hosted Realtime's wire format: everything under /realtime/v1. */
export async function realtime(app: FastifyInstance) {
  const limits = realtimeLimits(app.config, app.project)
  const rooms = createRooms(app.bus)
  const changes = createChanges(app.database, app.log)
  const service: Service = { app, rooms, changes, limits }
  const open = new Set<Socket>()
  const places = new Places(limits.places)
  const addressOf = visitorAddress(app.config)
  app.register(broadcasts, service)

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.largestFrameBytes,
    handleProtocols: () => false,
  })
  const stopUpgrades = routeUpgrades(app.server, `${app.prefix}/websocket`, (raw, connection, head) => {
    connection.on('error', () => connection.destroy())
    accept(raw, connection, head).catch((error) => {
      app.log.error(error, 'A Realtime connection failed')
      refuse(connection, 500, 'Something went wrong here.')
    })
  })

  async function accept(raw: IncomingMessage, connection: Duplex, head: Buffer) {
    const query = new URL(raw.url ?? '', 'http://localhost').searchParams
    const version = versionOf(query.get('vsn') ?? '1.0.0')
    if (version === undefined) return refuse(connection, 403)
    const header = raw.headers['x-api-key']
    const key = (typeof header === 'string' ? header : query.get('apikey')) ?? ''
    if (key === '') return refuse(connection, 401, 'API key is missing')
    try {
      await app.tokens.verify(key)
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      return refuse(connection, 401, keyFaults[error.reason] ?? 'Failed to validate JWT signature')
    }
    if (connection.destroyed) return
    let socket: Socket | undefined
    const address = networkOf(addressOf(raw))
    const place = places.take(address, () => (socket ? socket.giveWay() : connection.destroy()))
    if (!place) return refuse(connection, 429, tooMany.users)
    connection.once('close', place.leave)
    sockets.handleUpgrade(raw, connection, head, (client) => {
      const served = serveSocket(service, client, { version, key, place, address })
      socket = served
      open.add(served)
      client.on('close', () => open.delete(served))
    })
  }

  let stopMessages: (() => void) | undefined
  app.addHook('onClose', async () => stopMessages?.())
  app.addHook('onReady', async () => {
    const endSession = (session: string) => {
      // Without a name, some may have been missed.
      for (const socket of open) void (session === '' ? socket.confirm() : socket.endSession(session))
    }
    ;[stopMessages] = await Promise.all([
      tellMessages(app.database, rooms, app.log),
      changes.start(),
      app.database.listen('engine_session_ended', endSession),
    ])
  })

  app.addHook('preClose', async () => {
    stopUpgrades()
    // Everybody's presence ends before anybody is disconnected, so that those who stay elsewhere see them leave.
    for (const socket of open) socket.untrack()
    for (const socket of open) socket.restart()
  })
}

/** A newer patch of a version speaks it too. */
function versionOf(vsn: string): Version | undefined {
  const major = /^([12])\.0\.\d+$/.exec(vsn)?.[1]
  return major === '1' || major === '2' ? major : undefined
}

const keyFaults: Record<string, string | undefined> = {
  malformed: 'The token provided is not a valid JWT',
  expired: 'Token has expired',
}

function refuse(connection: Duplex, status: number, error?: string) {
  const body = error === undefined ? '' : JSON.stringify({ error })
  const head = `content-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}`
  connection.end(`HTTP/1.1 ${status} Refused\r\n${head}\r\n\r\n${body}`)
}
