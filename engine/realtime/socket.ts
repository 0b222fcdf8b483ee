import type { WebSocket } from 'ws'
import { SessionEnded } from '../database/database.ts'
import { Channel } from './channel/channel.ts'
import { type ChannelSocket, PREFIX } from './channel/channel-socket.ts'
import type { ConnectionSlot } from './connection-slots.ts'
import type { Client } from './fair-rate-limit.ts'
import { FrameQueues } from './frame-queues.ts'
import { type ClientFrame, decodeFrame, encodeFrame, type Payload, type ServerFrame, type Version } from './frames.ts'
import { RealtimeRefusal, refusals } from './realtime-errors.ts'
import { tooMany } from './realtime-limits.ts'
import type { RealtimeState } from './shared-state.ts'

/** The most unread bytes of a client before it is disconnected. Two of the largest messages fit. */
const MAX_UNREAD_BYTES = 8_000_000
/** The most unanswered frames of a client before reading pauses. */
const MAX_QUEUED_FRAMES = 100
const CLOSE_TIMEOUT_MS = 1000
const NOT_ALLOWED = 1008
const RESTART = 1012
const TRY_AGAIN_LATER = 1013

/** The details of a new connection: protocol version, key, slot and address. */
type NewConnection = { version: Version; key: string; slot: ConnectionSlot; address: string }

/** One client and its channels (docs/wire/realtime.md). */
export class Socket implements ChannelSocket {
  readonly #service: RealtimeState
  readonly #client: WebSocket
  readonly #arrival: NewConnection
  readonly #channels = new Map<string, Channel>()
  readonly #joining = new Set<string>()
  readonly #queues = new FrameQueues()
  readonly #silence: NodeJS.Timeout

  constructor(service: RealtimeState, client: WebSocket, arrival: NewConnection) {
    this.#service = service
    this.#client = client
    this.#arrival = arrival
    this.#silence = setTimeout(() => client.terminate(), service.app.project.config.realtime.socket_timeout_ms)
    client.on('message', (data: Buffer, isBinary) => this.#onMessage(data, isBinary))
    client.on('close', () => this.#leave())
    // A broken frame: `ws` tells the client why and closes the socket.
    client.on('error', () => this.#terminateSoon())
  }

  get address(): string {
    return this.#arrival.address
  }

  client(): Client {
    return this.#arrival.slot.client()
  }

  send(frame: ServerFrame): void {
    if (this.#client.readyState !== this.#client.OPEN) return
    const encoded = encodeFrame(this.#arrival.version, frame)
    if (!encoded) return
    if (this.#client.bufferedAmount > MAX_UNREAD_BYTES) this.#cut(TRY_AGAIN_LATER, 'Too slow')
    else this.#client.send(encoded.data, { binary: encoded.isBinary })
  }

  reply({ joinRef, ref, topic }: ClientFrame, status: 'ok' | 'error', response: Payload): void {
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  /** Closes the channels that were joined with this session. */
  async endSession(id: string): Promise<void> {
    for (const channel of this.#channels.values()) if (channel.claims.session_id === id) await channel.recheckAccess()
  }

  /** Checks the access of all channels again, since a notification may have been missed. */
  async confirm(): Promise<void> {
    for (const channel of this.#channels.values()) await channel.recheckAccess()
  }

  /** Closes the socket because another client gets its slot. */
  giveUpSlot(): void {
    this.#cut(TRY_AGAIN_LATER, tooMany.users)
  }

  /** Closes the socket because its key was revoked. */
  expel(): void {
    this.#cut(NOT_ALLOWED, 'The API key was revoked')
  }

  untrack(): void {
    for (const channel of this.#channels.values()) channel.untrack()
  }

  /** Closes the socket so that the client reconnects, to another process or the next one. */
  restart(): void {
    for (const [topic, { joinRef }] of this.#channels) {
      const message = 'Server requested disconnect'
      const payload = { extension: 'system', status: 'ok', message, channel: topic.slice(PREFIX.length) }
      this.send({ joinRef, ref: null, topic, event: 'system', payload })
    }
    this.#cut(RESTART, 'The server is stopping')
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    this.#silence.refresh()
    const frame = decodeFrame(this.#arrival.version, data, isBinary)
    if (!frame) return
    const handled = this.#queues.add(frame.topic, () =>
      this.#handle(frame, data.length).catch((error) => {
        this.#service.app.log.error(error, 'A Realtime frame failed')
        this.reply(frame, 'error', { reason: 'Unknown Error on Channel' })
      }),
    )
    if (this.#queues.waiting >= MAX_QUEUED_FRAMES) this.#client.pause()
    void handled.finally(() => this.#client.isPaused && this.#client.resume())
  }

  #leave(): void {
    clearTimeout(this.#silence)
    for (const topic of new Set([...this.#channels.keys(), ...this.#queues.topics()])) {
      // Waits behind a join that is still in progress.
      void this.#queues.settled(topic).finally(() => this.#channels.get(topic)?.drop())
    }
  }

  async #handle(frame: ClientFrame, bytes: number): Promise<void> {
    const { topic, event } = frame
    if (topic === 'phoenix' && event === 'heartbeat') {
      this.reply(frame, 'ok', {})
      return this.confirm()
    }
    if (event === 'phx_join') return this.#join(frame)
    const channel = this.#channels.get(topic)
    if (!channel) {
      if (event === 'phx_leave') return this.reply(frame, 'ok', {})
      return this.reply({ ...frame, joinRef: null }, 'error', { reason: 'unmatched topic' })
    }
    // The frame refers to a join that has ended, which the client has forgotten as well.
    if (frame.joinRef !== null && frame.joinRef !== channel.joinRef) return
    await channel.handle(frame, bytes)
    if (event === 'access_token' && !this.#assignSlot(channel)) this.#cut(TRY_AGAIN_LATER, tooMany.sockets)
  }

  async #join(frame: ClientFrame): Promise<void> {
    const { limits } = this.#service
    const { topic } = frame
    const refuse = (reason: string) => this.reply(frame, 'error', { reason })
    if (!topic.startsWith(PREFIX)) return refuse('unmatched topic')
    this.#channels.get(topic)?.close()
    if (!limits.joins.allows(this.client())) return refuse(tooMany.joins)
    if (this.#channels.size + this.#joining.size >= limits.mostChannels) return refuse(tooMany.channels)
    this.#joining.add(topic)
    try {
      const channel = await Channel.join(this.#service, this, frame, this.#arrival.key, (over) => this.#forget(over))
      if (this.#client.readyState !== this.#client.OPEN) return
      if (!this.#assignSlot(channel)) {
        refuse(tooMany.sockets)
        return this.#cut(TRY_AGAIN_LATER, tooMany.sockets)
      }
      this.#channels.set(topic, channel)
      this.#joining.delete(topic)
      await channel.enter()
    } catch (error) {
      if (error instanceof RealtimeRefusal) refuse(error.reason)
      else if (error instanceof SessionEnded) refuse(refusals.sessionEnded(error.message).reason)
      else throw error
    } finally {
      this.#joining.delete(topic)
    }
  }

  #forget(over: Channel): void {
    for (const [topic, channel] of this.#channels) if (channel === over) this.#channels.delete(topic)
  }

  /** Assigns the slot to the channel's user, once known. False where they have too many connections. */
  #assignSlot({ claims: { role, sub } }: Channel): boolean {
    const { slot } = this.#arrival
    if (role === 'service_role') slot.trust()
    return sub === undefined || slot.signIn(sub)
  }

  /** Closes the socket with a code and does not wait long for the reply, because unread data would stay in memory. */
  #cut(code: number, reason: string): void {
    this.#client.close(code, reason)
    this.#terminateSoon()
  }

  #terminateSoon(): void {
    setTimeout(() => this.#client.terminate(), CLOSE_TIMEOUT_MS).unref()
  }
}
