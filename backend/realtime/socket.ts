import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { type Claims, SessionEnded } from '../database/database.ts'
import { TokenError } from '../tokens/tokens.ts'
import { writable } from './authorization.ts'
import { type ClientFrame, decodeFrame, encodeFrame, isObject, type Payload, type Version } from './frames.ts'
import { type Joined, JoinRefused, joinChannel } from './join.ts'
import type { Rooms } from './rooms.ts'

const IDLE_LIMIT_MS = 60_000
const MOST_CHANNELS = 100
/** Whoever does not read is cut; what they do not read would pile up here. */
const MOST_UNREAD_BYTES = 8_000_000
const LARGEST_PAYLOAD_BYTES = 3_000_500
const PREFIX = 'realtime:'

/** One client and its channels (realtime.md §3 to §11). */
export function serveSocket(app: FastifyInstance, rooms: Rooms, client: WebSocket, version: Version, key: string) {
  const channels = new Map<string, Joined>()
  /** Frames of one topic are handled one after the other, so that a leave never overtakes its join. */
  const queues = new Map<string, Promise<void>>()
  let idle = setTimeout(() => client.terminate(), IDLE_LIMIT_MS)

  client.on('message', (data: Buffer, isBinary) => {
    clearTimeout(idle)
    idle = setTimeout(() => client.terminate(), IDLE_LIMIT_MS)
    const frame = decodeFrame(version, data, isBinary)
    if (!frame) return
    const next = (queues.get(frame.topic) ?? Promise.resolve())
      .then(() => handle(frame, data.length))
      .catch((error) => {
        app.log.error(error, 'A Realtime frame failed')
        reply(frame, 'error', { reason: 'Unknown Error on Channel' })
      })
      .finally(() => queues.get(frame.topic) === next && queues.delete(frame.topic))
    queues.set(frame.topic, next)
  })
  client.on('close', () => {
    clearTimeout(idle)
    for (const topic of new Set([...channels.keys(), ...queues.keys()])) {
      // Behind a join that is still under way.
      void (queues.get(topic) ?? Promise.resolve()).finally(() => drop(topic))
    }
  })
  client.on('error', () => client.terminate())

  async function handle(frame: ClientFrame, bytes: number): Promise<void> {
    const { topic, event } = frame
    if (topic === 'phoenix' && event === 'heartbeat') return heartbeat(frame)
    if (event === 'phx_join') return join(frame)
    const channel = channels.get(topic)
    if (!channel) {
      if (event === 'phx_leave') return reply(frame, 'ok', {})
      return send({ ...frame, joinRef: null, event: 'phx_reply', payload: unmatched })
    }
    // Of a join that is over; the client has forgotten it too.
    if (frame.joinRef !== null && frame.joinRef !== channel.joinRef) return
    switch (event) {
      case 'phx_leave':
        reply(frame, 'ok', {})
        return close(topic)
      case 'access_token':
        return renew(channel, frame.payload)
      case 'broadcast':
        return broadcast(channel, frame, bytes)
      case 'presence':
        return presence(channel, frame, bytes)
    }
  }

  async function heartbeat(frame: ClientFrame): Promise<void> {
    reply(frame, 'ok', {})
    for (const channel of channels.values()) await expectSession(channel, channel.claims)
  }

  async function join(frame: ClientFrame): Promise<void> {
    const { topic } = frame
    if (!topic.startsWith(PREFIX)) return reply(frame, 'error', { reason: 'unmatched topic' })
    const older = channels.get(topic)
    if (older) close(topic)
    if (channels.size >= MOST_CHANNELS) {
      return reply(frame, 'error', { reason: 'ChannelRateLimitReached: Too many channels' })
    }
    try {
      const channel = await joinChannel(app, topic.slice(PREFIX.length), frame, key, (event, payload) =>
        send({ joinRef: event === 'presence_state' ? frame.joinRef : null, ref: null, topic, event, payload }),
      )
      if (client.readyState !== client.OPEN) return
      channels.set(topic, channel)
      rooms.enter(channel.room, channel.member)
      watchExpiry(topic, channel)
      reply(frame, 'ok', { postgres_changes: [] })
      if (channel.member.hears.presence) channel.member.tell('presence_state', rooms.presenceState(channel.room))
    } catch (error) {
      const reason = refusal(error)
      if (reason === undefined) throw error
      reply(frame, 'error', { reason })
    }
  }

  /** A null, unchanged or `sb_` token says nothing; any other is checked and counts from now on (realtime.md §8). */
  async function renew(channel: Joined, payload: unknown): Promise<void> {
    const token = isObject(payload) ? payload.access_token : undefined
    if (typeof token !== 'string' || token === channel.token || token.startsWith('sb_')) return
    try {
      await channel.renew(token)
      watchExpiry(channel.topic, channel)
    } catch (error) {
      const reason = refusal(error)
      if (reason === undefined) throw error
      expel(channel, reason.replace(/^\w+: /, ''))
      return
    }
    if (channel.isPrivate && !channel.member.hears.broadcast && !channel.member.hears.presence) {
      expel(channel, `You no longer have permission to read from this Channel topic: ${channel.sub}`)
    }
  }

  async function broadcast(channel: Joined, frame: ClientFrame, bytes: number): Promise<void> {
    const { ack, self } = channel.config
    if (bytes > LARGEST_PAYLOAD_BYTES)
      return ack ? reply(frame, 'error', { error: 'payload_size_exceeded' }) : undefined
    // Without a reply even where one was asked for, as upstream.
    if (!isObject(frame.payload) || !(await mayWrite(channel, 'broadcast'))) return
    const { event, payload = {} } = frame.payload
    rooms.broadcast(channel.room, String(event ?? ''), payload, self ? undefined : channel.member)
    if (ack) reply(frame, 'ok', {})
  }

  async function presence(channel: Joined, frame: ClientFrame, bytes: number): Promise<void> {
    const { event, payload = {} } = isObject(frame.payload) ? frame.payload : {}
    const wanted = String(event ?? '').toLowerCase()
    if (wanted === 'untrack') {
      rooms.untrack(channel.room, channel.member)
      return reply(frame, 'ok', {})
    }
    if (wanted !== 'track') return reply(frame, 'error', {})
    if (!isObject(payload)) return reply(frame, 'error', { reason: 'Presence track payload must be a map' })
    if (bytes > LARGEST_PAYLOAD_BYTES) return expel(channel, 'Track message size exceeded')
    if (!(await mayWrite(channel, 'presence'))) return reply(frame, 'error', {})
    reply(frame, 'ok', {})
    if (!channel.isPrivate) channel.member.hears.presence = true
    rooms.track(channel.room, channel.member, channel.config.presenceKey, payload)
  }

  async function mayWrite(channel: Joined, extension: 'broadcast' | 'presence'): Promise<boolean> {
    if (!channel.isPrivate) return true
    const known = channel.writes.get(extension)
    if (known !== undefined) return known
    const allowed = await writable(app.database, channel.claims, channel.sub, extension)
    channel.writes.set(extension, allowed)
    return allowed
  }

  async function expectSession(channel: Joined, { session_id }: Claims): Promise<void> {
    if (session_id === undefined) return
    try {
      await app.database.run({}, { text: 'select engine.require_session($1)', values: [session_id] })
    } catch (error) {
      if (!(error instanceof SessionEnded)) throw error
      expel(channel, error.message)
    }
  }

  function watchExpiry(topic: string, channel: Joined): void {
    clearTimeout(channel.expiry)
    const { exp } = channel.claims
    if (typeof exp !== 'number') return
    const left = exp * 1000 - Date.now()
    // A timer counts no further than 24 days; a project key lives longer than any socket.
    if (left > 2 ** 31 - 1) return
    channel.expiry = setTimeout(
      () => channels.get(topic) === channel && expel(channel, 'Token has expired 0 seconds ago'),
      Math.max(left, 0),
    )
  }

  function expel(channel: Joined, message: string): void {
    const payload = { extension: 'system', status: 'error', message, channel: channel.sub }
    send({ joinRef: channel.joinRef, ref: null, topic: channel.topic, event: 'system', payload })
    close(channel.topic)
  }

  function close(topic: string): void {
    const channel = channels.get(topic)
    if (!channel) return
    drop(topic)
    send({ joinRef: channel.joinRef, ref: channel.joinRef, topic, event: 'phx_close', payload: {} })
  }

  function drop(topic: string): void {
    const channel = channels.get(topic)
    if (!channel) return
    clearTimeout(channel.expiry)
    channels.delete(topic)
    rooms.leave(channel.room, channel.member)
  }

  function reply({ joinRef, ref, topic }: ClientFrame, status: 'ok' | 'error', response: Payload): void {
    send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  function send(frame: Parameters<typeof encodeFrame>[1]): void {
    if (client.readyState !== client.OPEN) return
    const data = encodeFrame(version, frame)
    if (data === undefined) return
    if (client.bufferedAmount > MOST_UNREAD_BYTES) client.terminate()
    else client.send(data)
  }
}

const unmatched = { status: 'error', response: { reason: 'unmatched topic' } }

/** The words of a refusal; undefined for trouble of our own. */
function refusal(error: unknown): string | undefined {
  if (error instanceof JoinRefused) return error.message
  if (error instanceof SessionEnded) return `InvalidJWTToken: ${error.message}`
  if (!(error instanceof TokenError)) return undefined
  if (error.reason === 'malformed') return 'MalformedJWT: The token provided is not a valid JWT'
  if (error.reason === 'expired') return 'InvalidJWTToken: Token has expired'
  return 'JwtSignatureError: Failed to validate JWT signature'
}
