import { type ClientFrame, isObject, type Payload } from '../frames.ts'
import { RealtimeRefusal } from '../realtime-errors.ts'
import { tooMany } from '../realtime-limits.ts'
import type { Member } from '../room.ts'
import type { RealtimeState } from '../shared-state.ts'
import type { ChannelAccess } from './channel-access.ts'
import type { ChannelSocket } from './channel-socket.ts'
import type { JoinOptions } from './parse-join.ts'
import type { ServerMessages } from './server-messages.ts'

type SendingChannel = {
  socket: ChannelSocket
  serverMessages: ServerMessages
  access: ChannelAccess
  wishes: JoinOptions
  room: string
  member: Member
}

/** Messages from a client to its room: broadcasts and presence. */
export class ClientMessages {
  readonly #rooms: RealtimeState['rooms']
  readonly #limits: RealtimeState['limits']
  readonly #by: SendingChannel
  readonly #mayTrack: () => boolean

  constructor({ rooms, limits }: Pick<RealtimeState, 'rooms' | 'limits'>, by: SendingChannel) {
    this.#rooms = rooms
    this.#limits = limits
    this.#by = by
    this.#mayTrack = limits.presenceCalls()
  }

  /** Handles a broadcast. Throws `SessionEnded`, or an internal error. */
  async broadcast(said: ClientFrame, bytes: number): Promise<void> {
    const { socket, serverMessages, access, wishes, room, member } = this.#by
    const refuse = (response: Payload) => (wishes.wantsAck ? socket.reply(said, 'error', response) : undefined)
    if (bytes > this.#limits.largestPayloadBytes) return refuse({ error: 'payload_size_exceeded' })
    if (!isObject(said.payload)) return
    if (!this.#limits.messages.allows(socket.client())) {
      serverMessages.warn(tooMany.messages)
      return refuse({ reason: tooMany.messages })
    }
    // There is no reply here even where one was requested, as upstream.
    if (!(await access.maySend('broadcast'))) return
    const { event, payload = {} } = said.payload
    this.#rooms.broadcast(room, String(event ?? ''), payload, wishes.wantsOwn ? undefined : member)
    if (wishes.wantsAck) socket.reply(said, 'ok', {})
  }

  /**
   * Handles a presence message. Throws `RealtimeRefusal` and `SessionEnded`, which close the channel, or an internal
   * error.
   */
  async presence(said: ClientFrame, bytes: number): Promise<void> {
    const { socket } = this.#by
    const { event, payload = {} } = isObject(said.payload) ? said.payload : {}
    const isOften = !this.#mayTrack()
    switch (String(event ?? '').toLowerCase()) {
      case 'untrack':
        // Untracking is never refused, since the client would stay visible for ever.
        socket.reply(said, 'ok', {})
        return this.#rooms.untrack(this.#by.room, this.#by.member)
      case 'track':
        if (!isObject(payload)) return socket.reply(said, 'error', { reason: 'Presence track payload must be a map' })
        if (bytes > this.#limits.largestPayloadBytes)
          throw new RealtimeRefusal('Unauthorized', 'Track message size exceeded')
        return this.#track(said, payload, isOften)
      default:
        return socket.reply(said, 'error', {})
    }
  }

  async #track(said: ClientFrame, payload: Payload, isOften: boolean): Promise<void> {
    const { socket, serverMessages, access, wishes, room, member } = this.#by
    const excess = isOften ? tooMany.presenceCalls : this.#excessOfAll()
    if (excess !== undefined) {
      serverMessages.warn(excess)
      return socket.reply(said, 'error', { reason: excess })
    }
    const isAllowed = await access.maySend('presence').catch((error) => {
      socket.reply(said, 'error', {})
      throw error
    })
    if (!isAllowed) return socket.reply(said, 'error', {})
    socket.reply(said, 'ok', {})
    access.showPresence()
    this.#rooms.track(room, member, wishes.presenceKey, payload)
  }

  /** The error if all clients together track presence too often. */
  #excessOfAll(): string | undefined {
    return this.#limits.presence.allows(this.#by.socket.client()) ? undefined : tooMany.presenceMessages
  }
}
