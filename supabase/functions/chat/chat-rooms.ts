import { type Channel, openChannel } from '../_shared/channels.ts'
import type { Member } from './chat-store.ts'
import type { SeenMark, ServerFrame } from './protocol.ts'
import { SeenMarks } from './seen-marks.ts'

/** A connection whose person has been admitted. */
export type Participant = {
  id: string
  member: Member
  tell(frame: ServerFrame): void
  /** Closes the connection, optionally with a reason to show to the person. */
  end(reason?: string): void
}

type Room = { channel: Promise<Channel>; participants: Set<Participant>; seen: SeenMarks }
/** A message between chat servers: a frame, and the connection that must not receive it. */
type Announcement = { frame: ServerFrame; notTo?: string | undefined }

/** One room for each agency with connections here, and the channel to the same room on other servers. */
export class ChatRooms {
  readonly #rooms = new Map<string, Room>()

  /** Enters the room; the connection receives every frame from the moment this resolves. */
  async enter(participant: Participant): Promise<void> {
    const room = this.#rooms.get(participant.member.agencyId) ?? this.#open(participant.member.agencyId)
    room.participants.add(participant)
    await room.channel
  }

  leave(agencyId: string, participant: Participant): void {
    this.#rooms.get(agencyId)?.participants.delete(participant)
  }

  /** Announces seen marks, batched at most once a second. */
  addSeenMark(agencyId: string, seen: SeenMark): void {
    this.#rooms.get(agencyId)?.seen.add(seen)
  }

  /** Closes the channel of an empty room, after its last seen marks are sent. */
  async closeIfEmpty(agencyId: string): Promise<void> {
    const room = this.#rooms.get(agencyId)
    if (!room || room.participants.size > 0) return
    this.#rooms.delete(agencyId)
    const seen = room.seen.take()
    const channel = await room.channel.catch(() => undefined)
    if (seen.length > 0) await channel?.send({ frame: { type: 'seen', seen } } satisfies Announcement)
    channel?.close()
  }

  /**
   * Announces a frame, to other servers first: once a person here sees their message acknowledged, all others will get
   * it.
   */
  async announce(agencyId: string, frame: ServerFrame, notTo?: string): Promise<void> {
    const announcement = { frame, notTo }
    await this.#sendToOtherServers(agencyId, announcement)
    this.#deliver(agencyId, announcement)
  }

  /**
   * Sends a frame to other servers, even without a connection of the agency here: after a server died, any one server
   * announces who left.
   */
  async #sendToOtherServers(agencyId: string, announcement: Announcement): Promise<void> {
    const room = this.#rooms.get(agencyId)
    const opened = room ? room.channel : openChannel(channelOf(agencyId), { onMessage() {}, onGap() {} })
    // If the channel failed to open, the people who tried to enter were told.
    const channel = await opened.catch(() => undefined)
    await channel?.send(announcement)
    if (!room) channel?.close()
  }

  #deliver(agencyId: string, { frame, notTo }: Announcement): void {
    for (const participant of this.#rooms.get(agencyId)?.participants ?? [])
      if (participant.member.userId !== notTo) participant.tell(frame)
  }

  #open(agencyId: string): Room {
    const participants = new Set<Participant>()
    const channel = openChannel(channelOf(agencyId), {
      onMessage: (announcement) => isAnnouncement(announcement) && this.#deliver(agencyId, announcement),
      // Lost messages are in the history, which browsers read again after reconnecting, so all connections are closed.
      onGap: () => {
        for (const participant of participants) participant.end()
      },
    })
    const seen = new SeenMarks((risen) => void this.announce(agencyId, { type: 'seen', seen: risen }))
    const room: Room = { channel, participants, seen }
    this.#rooms.set(agencyId, room)
    // A channel that failed to open is removed, so that the next person who enters tries again.
    channel.catch(() => this.#rooms.get(agencyId) === room && this.#rooms.delete(agencyId))
    return room
  }
}

const channelOf = (agencyId: string) => `chat:${agencyId}`

/** Only this module writes to the channels, so checking the shape suffices. */
const isAnnouncement = (value: unknown): value is Announcement =>
  typeof value === 'object' && value !== null && 'frame' in value
