import type { WebSocket } from 'ws'
import { SessionEnded } from '../database/database.ts'
import { type Channel, joinChannel, type Line, PREFIX, type Service } from './channel.ts'
import { type ClientFrame, decodeFrame, encodeFrame, type Version } from './frames.ts'
import { tooMany } from './limits.ts'
import type { Place } from './places.ts'
import { Refused, refusals } from './refusals.ts'

/** What somebody does not read piles up here, so that they are cut. Two of the largest messages fit. */
const MOST_UNREAD_BYTES = 8_000_000
/** Somebody who says more before it is answered is read again once it is. */
const MOST_WAITING = 100
const CUT_GRACE_MS = 1000
const RESTART = 1012
const TRY_AGAIN_LATER = 1013

export type Socket = ReturnType<typeof serveSocket>

/** One client and its channels (realtime.md §3 to §11). */
export function serveSocket(
  service: Service,
  client: WebSocket,
  { version, key, place, address }: { version: Version; key: string; place: Place; address: string },
) {
  const { app, limits } = service
  const silenceMs = app.project.config.realtime.socket_timeout_ms
  const channels = new Map<string, Channel>()
  const joining = new Set<string>()
  /** Frames of one topic are handled one after the other, so that a leave never overtakes its join. */
  const queues = new Map<string, Promise<void>>()
  let waiting = 0
  let silence = setTimeout(() => client.terminate(), silenceMs)

  client.on('message', (data: Buffer, isBinary) => {
    clearTimeout(silence)
    silence = setTimeout(() => client.terminate(), silenceMs)
    const frame = decodeFrame(version, data, isBinary)
    if (!frame) return
    waiting += 1
    if (waiting >= MOST_WAITING) client.pause()
    const next = (queues.get(frame.topic) ?? Promise.resolve())
      .then(() => handle(frame, data.length))
      .catch((error) => {
        app.log.error(error, 'A Realtime frame failed')
        line.reply(frame, 'error', { reason: 'Unknown Error on Channel' })
      })
      .finally(() => {
        waiting -= 1
        if (client.isPaused) client.resume()
        if (queues.get(frame.topic) === next) queues.delete(frame.topic)
      })
    queues.set(frame.topic, next)
  })
  client.on('close', () => {
    clearTimeout(silence)
    for (const topic of new Set([...channels.keys(), ...queues.keys()])) {
      // Behind a join that is still under way.
      void (queues.get(topic) ?? Promise.resolve()).finally(() => channels.get(topic)?.drop())
    }
  })
  // Of a broken frame; `ws` says why and closes.
  client.on('error', () => setTimeout(() => client.terminate(), CUT_GRACE_MS).unref())

  const line: Line = {
    address,
    send(frame) {
      if (client.readyState !== client.OPEN) return
      const encoded = encodeFrame(version, frame)
      if (!encoded) return
      if (client.bufferedAmount > MOST_UNREAD_BYTES) cut(TRY_AGAIN_LATER, 'Too slow')
      else client.send(encoded.data, { binary: encoded.isBinary })
    },
    reply({ joinRef, ref, topic }, status, response) {
      line.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
    },
    client: place.client,
    forget(channel) {
      for (const [topic, known] of channels) if (known === channel) channels.delete(topic)
    },
  }

  return {
    /** Whoever was let in with this session is out at once. */
    async endSession(id: string): Promise<void> {
      for (const channel of channels.values()) if (channel.claims.session_id === id) await channel.confirm()
    },
    /** Asks about all of them again, since something may have been missed. */
    async confirm(): Promise<void> {
      for (const channel of channels.values()) await channel.confirm()
    },
    /** Somebody else gets its place. */
    giveWay() {
      cut(TRY_AGAIN_LATER, tooMany.users)
    },
    untrack() {
      for (const channel of channels.values()) channel.untrack()
    },
    /** After this the client comes back by itself, to another process or to the next one. */
    restart() {
      for (const [topic, { joinRef }] of channels) {
        const message = 'Server requested disconnect'
        const payload = { extension: 'system', status: 'ok', message, channel: topic.slice(PREFIX.length) }
        line.send({ joinRef, ref: null, topic, event: 'system', payload })
      }
      cut(RESTART, 'The server is stopping')
    },
  }

  async function handle(frame: ClientFrame, bytes: number): Promise<void> {
    const { topic, event } = frame
    if (topic === 'phoenix' && event === 'heartbeat') {
      line.reply(frame, 'ok', {})
      for (const channel of channels.values()) await channel.confirm()
      return
    }
    if (event === 'phx_join') return join(frame)
    const channel = channels.get(topic)
    if (!channel) {
      if (event === 'phx_leave') return line.reply(frame, 'ok', {})
      return line.reply({ ...frame, joinRef: null }, 'error', { reason: 'unmatched topic' })
    }
    // Of a join that is over; the client has forgotten it too.
    if (frame.joinRef !== null && frame.joinRef !== channel.joinRef) return
    await channel.handle(frame, bytes)
    if (event === 'access_token' && !hasPlace(channel)) cut(TRY_AGAIN_LATER, tooMany.sockets)
  }

  async function join(frame: ClientFrame): Promise<void> {
    const { topic } = frame
    const refuse = (reason: string) => line.reply(frame, 'error', { reason })
    if (!topic.startsWith(PREFIX)) return refuse('unmatched topic')
    channels.get(topic)?.close()
    if (!limits.joins.allows(place.client())) return refuse(tooMany.joins)
    if (channels.size + joining.size >= limits.mostChannels) return refuse(tooMany.channels)
    joining.add(topic)
    try {
      const channel = await joinChannel(service, line, frame, key)
      if (client.readyState !== client.OPEN) return
      if (!hasPlace(channel)) {
        refuse(tooMany.sockets)
        return cut(TRY_AGAIN_LATER, tooMany.sockets)
      }
      channels.set(topic, channel)
      joining.delete(topic)
      await channel.enter()
    } catch (error) {
      if (error instanceof Refused) refuse(error.reason)
      else if (error instanceof SessionEnded) refuse(refusals.sessionEnded(error.message).reason)
      else throw error
    } finally {
      joining.delete(topic)
    }
  }

  /** The socket is its person's, once a channel knows who that is. False where they have too many. */
  function hasPlace({ claims: { role, sub } }: Channel): boolean {
    if (role === 'service_role') place.trust()
    return sub === undefined || place.signIn(sub)
  }

  /** Says goodbye, and does not wait long for an answer: what is still unread would stay in memory. */
  function cut(code: number, reason: string): void {
    client.close(code, reason)
    setTimeout(() => client.terminate(), CUT_GRACE_MS).unref()
  }
}
