import type { FastifyInstance } from 'fastify'
import { routeUpgrades } from '../gateway/websocket-upgrades.ts'
import { broadcasts } from './broadcast-over-http.ts'
import { ChangeDelivery } from './changes/deliver-changes.ts'
import { deliverMessages } from './database-broadcasts.ts'
import { realtimeLimits } from './realtime-limits.ts'
import { Rooms } from './rooms.ts'
import type { RealtimeState } from './shared-state.ts'
import { SocketServer } from './socket-server.ts'

/** Broadcast, presence and private channels in the hosted Realtime's wire format: everything under /realtime/v1. */
export async function realtime(app: FastifyInstance) {
  const limits = realtimeLimits(app.config, app.project)
  const rooms = new Rooms(app.bus)
  const changes = new ChangeDelivery(app.database, app.log)
  const service: RealtimeState = { app, rooms, changes, limits }
  const socketServer = new SocketServer(service)
  const { sockets } = socketServer
  app.metrics?.gauge({
    name: 'engine_realtime_sockets',
    help: 'Open WebSockets of Realtime.',
    read: () => sockets.size,
  })
  app.register(broadcasts, service)
  const stopUpgrades = routeUpgrades(app.server, `${app.prefix}/websocket`, (...upgrade) =>
    socketServer.accept(...upgrade),
  )

  let stopMessages: (() => void) | undefined
  app.addHook('onClose', async () => stopMessages?.())
  app.addHook('onReady', async () => {
    const endSession = (session: string) => {
      // An empty payload means that notifications may have been missed.
      for (const socket of sockets) void (session === '' ? socket.confirm() : socket.endSession(session))
    }
    ;[stopMessages] = await Promise.all([
      deliverMessages(app.database, rooms, app.log),
      changes.start(),
      app.database.listen('engine_session_ended', endSession),
    ])
  })

  app.addHook('preClose', async () => {
    stopUpgrades()
    // All presences end before any socket is closed, so that members on other servers see them leave.
    for (const socket of sockets) socket.untrack()
    for (const socket of sockets) socket.restart()
  })
}
