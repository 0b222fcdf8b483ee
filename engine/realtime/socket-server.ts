import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { ApiError } from '../gateway/api-error.ts'
import { tokenOfKey } from '../gateway/key-to-token.ts'
import { visitorAddress } from '../gateway/visitor-address.ts'
import { networkOf } from '../kernel/network.ts'
import { TokenError } from '../tokens/tokens.ts'
import { ConnectionSlots } from './connection-slots.ts'
import type { Version } from './frames.ts'
import { tooMany } from './realtime-limits.ts'
import type { RealtimeState } from './shared-state.ts'
import { Socket } from './socket.ts'

/** Accepts WebSocket connections that have a valid key and a free slot. */
export class SocketServer {
  readonly #service: RealtimeState
  readonly #slots: ConnectionSlots
  readonly #addressOf: ReturnType<typeof visitorAddress>
  readonly #webSockets: WebSocketServer
  readonly #open = new Set<Socket>()

  constructor(service: RealtimeState) {
    const { app, limits } = service
    this.#service = service
    this.#slots = new ConnectionSlots(limits.slots)
    this.#addressOf = visitorAddress(app.config)
    this.#webSockets = new WebSocketServer({
      noServer: true,
      maxPayload: limits.largestFrameBytes,
      handleProtocols: () => false,
    })
  }

  /** All open sockets. */
  get sockets(): ReadonlySet<Socket> {
    return this.#open
  }

  /** Answers a request for a WebSocket. */
  accept(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    connection.on('error', () => connection.destroy())
    this.#admit(request, connection, head).catch((error) => {
      this.#service.app.log.error(error, 'A Realtime connection failed')
      refuse(connection, 500, 'Something went wrong here.')
    })
  }

  async #admit(request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    const version = versionOf(query.get('vsn') ?? '1.0.0')
    if (version === undefined) return refuse(connection, 403)
    const header = request.headers['x-api-key']
    const key = (typeof header === 'string' ? header : query.get('apikey')) ?? ''
    const judged = await this.#judge(key, request.headers['user-agent'])
    if ('fault' in judged) return refuse(connection, 401, judged.fault)
    if (connection.destroyed) return
    let socket: Socket | undefined
    const address = networkOf(this.#addressOf(request))
    const slot = this.#slots.take(address, () => (socket ? socket.giveUpSlot() : connection.destroy()))
    if (!slot) return refuse(connection, 429, tooMany.users)
    connection.once('close', slot.leave)
    this.#webSockets.handleUpgrade(request, connection, head, (client) => {
      const opened = new Socket(this.#service, client, { version, key: judged.token, slot, address })
      socket = opened
      this.#open.add(opened)
      const stopWatching = this.#service.app.tokens.apiKeys.onRevoked(key, () => opened.expel())
      client.on('close', () => {
        stopWatching()
        this.#open.delete(opened)
      })
    })
  }

  /** Checks an API key: returns the token that it stands for, or the reason for a refusal. */
  async #judge(key: string, userAgent: string | undefined): Promise<{ token: string } | { fault: string }> {
    if (key === '') return { fault: 'API key is missing' }
    const { tokens } = this.#service.app
    try {
      const token = tokenOfKey(tokens, key, userAgent)
      await tokens.verify(token)
      return { token }
    } catch (error) {
      if (error instanceof ApiError) return { fault: error.message }
      if (error instanceof TokenError)
        return { fault: keyErrorMessages[error.reason] ?? 'Failed to validate JWT signature' }
      throw error
    }
  }
}

/** The protocol version; a newer patch release of a version is accepted. */
function versionOf(vsn: string): Version | undefined {
  const major = /^([12])\.0\.\d+$/.exec(vsn)?.[1]
  return major === '1' || major === '2' ? major : undefined
}

const keyErrorMessages: Record<string, string | undefined> = {
  malformed: 'The token provided is not a valid JWT',
  expired: 'Token has expired',
}

function refuse(connection: Duplex, status: number, error?: string): void {
  const body = error === undefined ? '' : JSON.stringify({ error })
  const head = `content-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}`
  connection.end(`HTTP/1.1 ${status} Refused\r\n${head}\r\n\r\n${body}`)
}
